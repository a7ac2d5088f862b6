// libavcodec, libswscale and libchafa for pictures, loaded with dlopen at the first one: nothing here
// may be linked, so the functions stand in tables of pointers.
#pragma once
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavutil/avutil.h>
#include <stdint.h>
#include <stdio.h>

#define COLUMN_PICTURE_FUNCTIONS(X) \
    X(util, av_frame_alloc) \
    X(util, av_frame_free) \
    X(util, av_log_set_level) \
    X(codec, avcodec_find_decoder) \
    X(codec, avcodec_alloc_context3) \
    X(codec, avcodec_open2) \
    X(codec, avcodec_send_packet) \
    X(codec, avcodec_receive_frame) \
    X(codec, avcodec_free_context) \
    X(codec, av_packet_alloc) \
    X(codec, av_packet_free)

// Of libswscale/swscale.h, whose package is not needed for these three.
#define COLUMN_SCALER_FUNCTIONS(X) \
    X(void *, sws_getContext, (int, int, int, int, int, int, int, void *, void *, const double *)) \
    X(int, sws_scale, (void *, const uint8_t *const *, const int *, int, int, uint8_t *const *, const int *)) \
    X(void, sws_freeContext, (void *))

struct column_pictures {
#define X(library, name) __typeof__(&name) name;
    COLUMN_PICTURE_FUNCTIONS(X)
#undef X
#define X(result, name, parameters) result(*name) parameters;
    COLUMN_SCALER_FUNCTIONS(X)
#undef X
};

// Fills the table; 0 where the libraries are not installed, or not in the version built for.
static inline int column_pictures_load(struct column_pictures *table) {
    char name[64];
    snprintf(name, sizeof name, "libavutil.so.%d", LIBAVUTIL_VERSION_MAJOR);
    void *util = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    snprintf(name, sizeof name, "libavcodec.so.%d", LIBAVCODEC_VERSION_MAJOR);
    void *codec = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    // FFmpeg 5, 6, 7 and 8 have 59 and 6, 60 and 7, 61 and 8, 62 and 9.
    snprintf(name, sizeof name, "libswscale.so.%d", LIBAVCODEC_VERSION_MAJOR - 53);
    void *scaler = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!util || !codec || !scaler) {
        return 0;
    }
#define X(library, name) \
    table->name = (__typeof__(&name))dlsym(library, #name); \
    if (!table->name) { \
        return 0; \
    }
    COLUMN_PICTURE_FUNCTIONS(X)
#undef X
#define X(result, name, parameters) \
    table->name = (result(*) parameters)dlsym(scaler, #name); \
    if (!table->name) { \
        return 0; \
    }
    COLUMN_SCALER_FUNCTIONS(X)
#undef X
    return 1;
}

// SWS_AREA of libswscale/swscale.h.
static inline int column_scaler_area(void) { return 0x20; }
static inline int column_picture_error_again(void) { return AVERROR(EAGAIN); }

// Scales a frame to RGBA (sws_scale); 0 where it cannot.
static inline int column_picture_scale(
    const struct column_pictures *table, const AVFrame *frame, uint8_t *target, int width, int height) {
    void *scaler = table->sws_getContext(
        frame->width, frame->height, frame->format, width, height, AV_PIX_FMT_RGBA,
        column_scaler_area(), 0, 0, 0);
    if (!scaler) {
        return 0;
    }
    uint8_t *planes[4] = {target, 0, 0, 0};
    int strides[4] = {width * 4, 0, 0, 0};
    int rows = table->sws_scale(
        scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
    table->sws_freeContext(scaler);
    return rows == height;
}

// Of chafa.h (1.8 or later), whose pkg-config file would link it and GLib.
struct column_gstring {
    char *bytes;
    size_t count;
    size_t room;
};

#define COLUMN_CHAFA_FUNCTIONS(X) \
    X(void *, chafa_symbol_map_new, (void)) \
    X(void, chafa_symbol_map_unref, (void *)) \
    X(void, chafa_symbol_map_add_by_tags, (void *, int)) \
    X(void *, chafa_canvas_config_new, (void)) \
    X(void, chafa_canvas_config_unref, (void *)) \
    X(void, chafa_canvas_config_set_geometry, (void *, int, int)) \
    X(void, chafa_canvas_config_set_cell_geometry, (void *, int, int)) \
    X(void, chafa_canvas_config_set_canvas_mode, (void *, int)) \
    X(void, chafa_canvas_config_set_pixel_mode, (void *, int)) \
    X(void, chafa_canvas_config_set_symbol_map, (void *, const void *)) \
    X(void *, chafa_canvas_new, (const void *)) \
    X(void, chafa_canvas_unref, (void *)) \
    X(void, chafa_canvas_draw_all_pixels, (void *, int, const uint8_t *, int, int, int)) \
    X(uint32_t, chafa_canvas_get_char_at, (void *, int, int)) \
    X(void, chafa_canvas_get_raw_colors_at, (void *, int, int, int *, int *)) \
    X(struct column_gstring *, chafa_canvas_print, (void *, void *)) \
    X(void *, chafa_term_db_get_default, (void)) \
    X(void *, chafa_term_db_get_fallback_info, (void *)) \
    X(void, chafa_term_info_unref, (void *)) \
    X(char *, g_string_free, (struct column_gstring *, int))

struct column_chafa {
#define X(result, name, parameters) result(*name) parameters;
    COLUMN_CHAFA_FUNCTIONS(X)
#undef X
};

// Fills the table; 0 where the library is not installed.
static inline int column_chafa_load(struct column_chafa *table) {
    void *library = dlopen("libchafa.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return 0;
    }
    // Also finds GLib's function: dlsym looks through what a library needs.
#define X(result, name, parameters) \
    table->name = (result(*) parameters)dlsym(library, #name); \
    if (!table->name) { \
        return 0; \
    }
    COLUMN_CHAFA_FUNCTIONS(X)
#undef X
    return 1;
}

// Values of chafa's enumerations, which are part of its ABI.
enum {
    COLUMN_CHAFA_TRUECOLOR = 0,
    COLUMN_CHAFA_INDEXED_240 = 2,
    COLUMN_CHAFA_INDEXED_16 = 3,
    COLUMN_CHAFA_SYMBOLS = 0,
    COLUMN_CHAFA_SIXELS = 1,
    COLUMN_CHAFA_RGBA = 4,
    // Blank, full block, halves.
    COLUMN_CHAFA_HALVES = 1 << 0 | 1 << 1 | 1 << 8 | 1 << 9,
};
