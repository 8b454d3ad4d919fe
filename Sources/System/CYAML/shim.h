// libyaml's event parser; nothing in it is variadic or a structured macro, so it imports as it is.
#ifndef CAIRN_YAML_SHIM_H
#define CAIRN_YAML_SHIM_H
#include <yaml.h>
#endif
