"""The headers of pages: their media type, and their content policy."""

HTML = "text/html; charset=utf-8"

FRAMED = "frame-ancestors *"
"""The policy of a page that other sites may embed."""

_PAGE = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
)


def policy(*, framed: bool = False) -> dict[str, str]:
    """The header with the policy of a page. Only one that is `framed` may be shown by others."""
    ancestors = FRAMED if framed else "frame-ancestors 'none'"
    return {"Content-Security-Policy": "; ".join([*_PAGE, ancestors])}
