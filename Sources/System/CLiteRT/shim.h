// The part of LiteRT's C API that is used, from the headers of LiteRT 2.3.0. The library is opened at run
// time, so there is nothing to link: its functions are members of a table that dlsym fills.
#ifndef CAIRN_LITERT_SHIM_H
#define CAIRN_LITERT_SHIM_H
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// LiteRtLayout. The library declares bit-fields: rank in bits 0 to 6, "has strides" in bit 7.
typedef struct {
    uint32_t bits;
    int32_t dimensions[8];
    uint32_t strides[8];
} cl_layout;
_Static_assert(sizeof(cl_layout) == 68, "LiteRtLayout");
_Static_assert(offsetof(cl_layout, strides) == 36, "LiteRtLayout.strides");

/// LiteRtRankedTensorType. The element type is a TfLiteType, not the file format's TensorType.
typedef struct {
    int32_t element_type;
    cl_layout layout;
} cl_tensor_type;
_Static_assert(sizeof(cl_tensor_type) == 72, "LiteRtRankedTensorType");

/// LiteRtEnvOption with its LiteRtAny.
typedef struct {
    int32_t tag;
    struct {
        int32_t type;
        union {
            bool truth;
            int64_t integer;
            double real;
            const void *pointer;
        } value;
    } any;
} cl_environment_option;
_Static_assert(sizeof(cl_environment_option) == 24, "LiteRtEnvOption");
_Static_assert(offsetof(cl_environment_option, any) == 8, "LiteRtEnvOption.value");

typedef struct cl_environment_t *cl_environment;
typedef struct cl_model_t *cl_model;
typedef struct cl_signature_t *cl_signature;
typedef struct cl_tensor_t *cl_tensor;
typedef struct cl_options_t *cl_options;
typedef struct cl_opaque_options_t *cl_opaque_options;
typedef struct cl_compiled_t *cl_compiled;
typedef struct cl_buffer_t *cl_buffer;

/// Every function used: result type, member, exported name, parameters.
#define CL_FUNCTIONS(F) \
    F(int, create_environment, LiteRtCreateEnvironment, (int, const cl_environment_option *, cl_environment *)) \
    F(void, destroy_environment, LiteRtDestroyEnvironment, (cl_environment)) \
    F(int, create_model, LiteRtCreateModelFromBuffer, (cl_environment, const void *, size_t, cl_model *)) \
    F(void, destroy_model, LiteRtDestroyModel, (cl_model)) \
    F(int, signature_count, LiteRtGetNumModelSignatures, (cl_model, size_t *)) \
    F(int, signature, LiteRtGetModelSignature, (cl_model, size_t, cl_signature *)) \
    F(int, input_count, LiteRtGetNumSignatureInputs, (cl_signature, size_t *)) \
    F(int, output_count, LiteRtGetNumSignatureOutputs, (cl_signature, size_t *)) \
    F(int, input_tensor, LiteRtGetSignatureInputTensorByIndex, (cl_signature, size_t, cl_tensor *)) \
    F(int, output_tensor, LiteRtGetSignatureOutputTensorByIndex, (cl_signature, size_t, cl_tensor *)) \
    F(int, tensor_type_id, LiteRtGetTensorTypeId, (cl_tensor, int *)) \
    F(int, tensor_type, LiteRtGetRankedTensorType, (cl_tensor, cl_tensor_type *)) \
    F(int, create_options, LiteRtCreateOptions, (cl_options *)) \
    F(void, destroy_options, LiteRtDestroyOptions, (cl_options)) \
    F(int, set_accelerators, LiteRtSetOptionsHardwareAccelerators, (cl_options, int)) \
    F(int, create_opaque, LiteRtCreateOpaqueOptions, (const char *, void *, void (*)(void *), cl_opaque_options *)) \
    F(int, add_opaque, LiteRtAddOpaqueOptions, (cl_options, cl_opaque_options)) \
    F(int, create_compiled, LiteRtCreateCompiledModel, (cl_environment, cl_model, cl_options, cl_compiled *)) \
    F(void, destroy_compiled, LiteRtDestroyCompiledModel, (cl_compiled)) \
    F(int, resize_input, LiteRtCompiledModelResizeInputTensor, (cl_compiled, size_t, size_t, const int *, size_t)) \
    F(int, input_layout, LiteRtGetCompiledModelInputTensorLayout, (cl_compiled, size_t, size_t, cl_layout *)) \
    F(int, output_layouts, LiteRtGetCompiledModelOutputTensorLayouts, \
      (cl_compiled, size_t, size_t, cl_layout *, bool)) \
    F(int, create_buffer, LiteRtCreateManagedTensorBuffer, \
      (cl_environment, int, const cl_tensor_type *, size_t, cl_buffer *)) \
    F(void, destroy_buffer, LiteRtDestroyTensorBuffer, (cl_buffer)) \
    F(int, lock_buffer, LiteRtLockTensorBuffer, (cl_buffer, void **, int)) \
    F(int, unlock_buffer, LiteRtUnlockTensorBuffer, (cl_buffer)) \
    F(int, run, LiteRtRunCompiledModel, (cl_compiled, size_t, size_t, cl_buffer *, size_t, cl_buffer *)) \
    F(int, error_messages, LiteRtCompiledModelGetErrorMessages, (cl_compiled, char **))

/// The table. Nothing in it is NULL once cl_fill has answered NULL.
typedef struct {
#define CL_MEMBER(type, name, symbol, parameters) type(*_Nonnull name) parameters;
    CL_FUNCTIONS(CL_MEMBER)
#undef CL_MEMBER
} cl_functions;

/// Fills the table from an opened library; answers the name of the first function it lacks, or NULL.
static inline const char *cl_fill(void *library, cl_functions *table) {
    void *found;
#define CL_FIND(type, name, symbol, parameters) \
    if ((found = dlsym(library, #symbol)) == NULL) return #symbol; \
    memcpy(&table->name, &found, sizeof found);
    CL_FUNCTIONS(CL_FIND)
#undef CL_FIND
    return NULL;
}

/// An environment option that holds an integer (LiteRtAny type 2).
static inline cl_environment_option cl_integer_option(int32_t tag, int64_t value) {
    cl_environment_option option;
    memset(&option, 0, sizeof option);
    option.tag = tag;
    option.any.type = 2;
    option.any.value.integer = value;
    return option;
}

/// Adds TOML text under an identifier; the options own the copy from then on.
static inline int cl_add_text(const cl_functions *table, cl_options options, const char *identifier, const char *toml) {
    char *copy = strdup(toml);
    if (copy == NULL) return 2;
    cl_opaque_options opaque = NULL;
    int status = table->create_opaque(identifier, copy, free, &opaque);
    if (status != 0) {
        free(copy);
        return status;
    }
    return table->add_opaque(options, opaque);
}

static inline int cl_rank(cl_layout layout) { return (int)(layout.bits & 0x7f); }
static inline int32_t cl_dimension(const cl_layout *layout, int index) { return layout->dimensions[index & 7]; }

#endif
