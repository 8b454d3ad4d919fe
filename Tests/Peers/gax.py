"""A message as Google's Node client resolves to it: protobufjs' toObject with google-gax's options.

They are {longs: String, enums: String, defaults: true, oneofs: true, keepCase: false}: every field is there, an unset message
as null, an empty list as [], 64-bit integers as text, enums by name, 32-bit floats widened to 64 bits.
"""

import base64

from google.protobuf.descriptor import FieldDescriptor as Field

LONGS = {Field.CPPTYPE_INT64, Field.CPPTYPE_UINT64}


def to_object(message):
    return {name_of(field): value_of(message, field) for field in message.DESCRIPTOR.fields}


def name_of(field):
    # protobufjs knows Any from its own files, which keep the names of the proto.
    return field.name if field.containing_type.full_name == "google.protobuf.Any" else field.json_name


def value_of(message, field):
    value = getattr(message, field.name)
    if field.is_repeated:
        return [one_of(each, field) for each in value]
    if field.message_type and not message.HasField(field.name):
        return None
    return one_of(value, field)


def one_of(value, field):
    if field.message_type:
        return to_object(value)
    if field.enum_type:
        known = field.enum_type.values_by_number.get(value)
        return known.name if known else value
    if field.cpp_type in LONGS:
        return str(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value
