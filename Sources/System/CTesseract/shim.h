// The part of Tesseract's C API (capi.h of 5.3.0) that is used. The library is opened at run time, so there is nothing
// to link and no header to install: its functions are members of a table that dlsym fills.
#ifndef CAIRN_TESSERACT_SHIM_H
#define CAIRN_TESSERACT_SHIM_H
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct ct_engine_t *ct_engine;
typedef struct ct_page_t *ct_page;
typedef struct ct_result_t *ct_result;

/// TessPageIteratorLevel.
enum { CT_BLOCK = 0, CT_PARAGRAPH = 1, CT_LINE = 2, CT_WORD = 3, CT_SYMBOL = 4 };

/// Every function used: result type, member, exported name, parameters. Enums and BOOL are int.
#define CT_FUNCTIONS(F) \
    F(const char *_Nullable, version, TessVersion, (void)) \
    F(ct_engine _Nullable, create, TessBaseAPICreate, (void)) \
    F(void, destroy, TessBaseAPIDelete, (ct_engine _Nonnull)) \
    F(int, set_variable, TessBaseAPISetVariable, (ct_engine _Nonnull, const char *_Nonnull, const char *_Nonnull)) \
    F(int, open, TessBaseAPIInit3, (ct_engine _Nonnull, const char *_Nonnull, const char *_Nonnull)) \
    F(char *_Nullable *_Nullable, loaded, TessBaseAPIGetLoadedLanguagesAsVector, (ct_engine _Nonnull)) \
    F(void, free_texts, TessDeleteTextArray, (char *_Nullable *_Nonnull)) \
    F(void, set_segmentation, TessBaseAPISetPageSegMode, (ct_engine _Nonnull, int)) \
    F(void, set_image, TessBaseAPISetImage, (ct_engine _Nonnull, const unsigned char *_Nonnull, int, int, int, int)) \
    F(void, set_resolution, TessBaseAPISetSourceResolution, (ct_engine _Nonnull, int)) \
    F(int, recognize, TessBaseAPIRecognize, (ct_engine _Nonnull, void *_Nullable)) \
    F(char *_Nullable, table, TessBaseAPIGetTsvText, (ct_engine _Nonnull, int)) \
    F(ct_result _Nullable, results, TessBaseAPIGetIterator, (ct_engine _Nonnull)) \
    F(void, clear, TessBaseAPIClear, (ct_engine _Nonnull)) \
    F(void, forget, TessBaseAPIClearAdaptiveClassifier, (ct_engine _Nonnull)) \
    F(ct_page _Nullable, page, TessResultIteratorGetPageIterator, (ct_result _Nonnull)) \
    F(void, destroy_results, TessResultIteratorDelete, (ct_result _Nonnull)) \
    F(int, next, TessResultIteratorNext, (ct_result _Nonnull, int)) \
    F(char *_Nullable, text, TessResultIteratorGetUTF8Text, (ct_result _Nonnull, int)) \
    F(void, free_text, TessDeleteText, (const char *_Nullable)) \
    F(float, confidence, TessResultIteratorConfidence, (ct_result _Nonnull, int)) \
    F(const char *_Nullable, language, TessResultIteratorWordRecognitionLanguage, (ct_result _Nonnull)) \
    F(int, begins, TessPageIteratorIsAtBeginningOf, (ct_page _Nonnull, int)) \
    F(int, box, TessPageIteratorBoundingBox, \
      (ct_page _Nonnull, int, int *_Nonnull, int *_Nonnull, int *_Nonnull, int *_Nonnull)) \
    F(int, block_type, TessPageIteratorBlockType, (ct_page _Nonnull)) \
    F(void, orientation, TessPageIteratorOrientation, \
      (ct_page _Nonnull, int *_Nonnull, int *_Nonnull, int *_Nonnull, float *_Nonnull))

/// The table. Nothing in it is NULL once ct_fill has answered NULL.
typedef struct {
#define CT_MEMBER(type, name, symbol, parameters) type (*_Nonnull name) parameters;
    CT_FUNCTIONS(CT_MEMBER)
#undef CT_MEMBER
} ct_functions;

/// Fills the table from an opened library; answers the name of the first function it lacks, or NULL.
static inline const char *_Nullable ct_fill(void *_Nonnull library, ct_functions *_Nonnull table) {
    void *found;
#define CT_FIND(type, name, symbol, parameters) \
    if ((found = dlsym(library, #symbol)) == NULL) return #symbol; \
    memcpy(&table->name, &found, sizeof found);
    CT_FUNCTIONS(CT_FIND)
#undef CT_FIND
    return NULL;
}

#endif
