"""Values of a type; types may be used by many threads at once, also for the first time."""

import subprocess
import sys

import pytest
from msgspec import Struct, ValidationError

from notation.typed_json import convert_to

THREADS = """
import sys
from threading import Barrier, Thread
from msgspec import Struct, convert, defstruct
from notation.typed_json import convert_to, decode_as

KINDS = []
for number in range(300):
    inner = defstruct(f"Inner{number}", [(f"field{at}", int | None, None) for at in range(20)])
    KINDS.append(defstruct(f"Outer{number}", [("inner", inner), ("more", list[inner])]))
VALUE, RAW = {"inner": {}, "more": [{"field1": 1}]}, b'{"inner": {}, "more": [{"field1": 1}]}'
barrier = Barrier(8)

def work():
    barrier.wait()
    for kind in KINDS:
        assert USE == decode_as(kind, RAW).more[0].field1

sys.setswitchinterval(1e-6)
threads = [Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("alive")
"""


@pytest.mark.parametrize(
    "use", ["convert_to(kind, VALUE).more[0].field1", "decode_as(kind, RAW).inner.field1 or 1"]
)
def test_threads_may_use_a_type_for_the_first_time_at_once(use: str) -> None:
    program = THREADS.replace("USE", use)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "alive\n", "")


class Named(Struct):
    """Has a name."""

    name: str


def test_an_object_with_attributes_is_a_value_only_if_that_is_asked_for() -> None:
    value = Named("Ana")

    class Other:
        name = "Ana"

    assert convert_to(Named, Other(), of_attributes=True) == value
    with pytest.raises(ValidationError):
        convert_to(Named, Other())
