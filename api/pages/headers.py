"""What pages say of themselves to browsers: their media type, and what may be done on them."""

HTML = "text/html; charset=utf-8"

FRAMED = "frame-ancestors *"
"""What the policy of a page says that other sites may show within theirs."""

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
