"""Validates output of sonora against the schemas: validate.py FOLDER result|event|summary|latency FILE...

Prints one line per fault and exits 1 when there is any; exits 2 when the package is missing.
"""

import json
import sys

try:
    from jsonschema import Draft202012Validator, RefResolver
except ImportError:
    print("python3-jsonschema is missing; install it with: apt-get install python3-jsonschema")
    sys.exit(2)


def strict(text):
    """JSON as its standard has it: no key twice, no NaN."""

    def once(pairs):
        names = [name for name, _ in pairs]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ValueError(f"keys twice: {sorted(twice)}")
        return dict(pairs)

    def refuse(word):
        raise ValueError(f"{word} is not JSON")

    return json.loads(text, object_pairs_hook=once, parse_constant=refuse)


def main(folder, kind, files):
    schemas = {}
    for name in ("result", "event", "summary", "latency"):
        with open(f"{folder}/{name}.schema.json", encoding="utf-8") as file:
            schemas[name] = json.load(file)
        Draft202012Validator.check_schema(schemas[name])
        # A schema is found by its own name, from any other one.
        if not schemas[name]["$id"].endswith(f"/{name}.schema.json"):
            sys.exit(f"{name}.schema.json has the $id of another schema")
    store = {schema["$id"]: schema for schema in schemas.values()}
    resolver = RefResolver(schemas[kind]["$id"], schemas[kind], store=store)
    validator = Draft202012Validator(schemas[kind], resolver=resolver)
    faults = 0
    checked = 0
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for number, part in enumerate(text.splitlines() if kind == "event" else [text], 1):
            checked += 1
            try:
                value = strict(part)
            except ValueError as error:
                print(f"{path}:{number}: {error}")
                faults += 1
                continue
            for error in validator.iter_errors(value):
                faults += 1
                print(f"{path}:{number}: {error.json_path}: {error.message[:300]}")
                for inner in error.context or []:
                    print(f"    {inner.json_path}: {inner.message[:200]}")
    print(f"{checked} checked, {faults} faults")
    return 1 if faults or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
