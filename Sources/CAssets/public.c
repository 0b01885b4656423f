// A file added to Public/ needs its bytes and its entry here; a test fails until it has them.
#include "assets.h"

FILE_BYTES(fairway_js)
#embed "../../Public/fairway.js"
FILE_END

FILE_BYTES(icon_svg)
#embed "../../Public/icon.svg"
FILE_END

FILE_BYTES(index_html)
#embed "../../Public/index.html"
FILE_END

FILE_BYTES(style_css)
#embed "../../Public/style.css"
FILE_END

FILE_BYTES(admin_admin_css)
#embed "../../Public/admin/admin.css"
FILE_END

FILE_BYTES(admin_drawing_js)
#embed "../../Public/admin/drawing.js"
FILE_END

FILE_BYTES(admin_flows_js)
#embed "../../Public/admin/flows.js"
FILE_END

FILE_BYTES(admin_index_html)
#embed "../../Public/admin/index.html"
FILE_END

FILE_BYTES(admin_jobs_js)
#embed "../../Public/admin/jobs.js"
FILE_END

FILE_BYTES(admin_journal_js)
#embed "../../Public/admin/journal.js"
FILE_END

FILE_BYTES(admin_layout_js)
#embed "../../Public/admin/layout.js"
FILE_END

FILE_BYTES(admin_live_js)
#embed "../../Public/admin/live.js"
FILE_END

FILE_BYTES(admin_main_js)
#embed "../../Public/admin/main.js"
FILE_END

FILE_BYTES(admin_map_js)
#embed "../../Public/admin/map.js"
FILE_END

FILE_BYTES(admin_operator_js)
#embed "../../Public/admin/operator.js"
FILE_END

FILE_BYTES(admin_session_js)
#embed "../../Public/admin/session.js"
FILE_END

FILE_BYTES(admin_times_js)
#embed "../../Public/admin/times.js"
FILE_END

FILE_BYTES(admin_tree_js)
#embed "../../Public/admin/tree.js"
FILE_END

FILE_BYTES(fairway_changeRunner_js)
#embed "../../Public/fairway/changeRunner.js"
FILE_END

FILE_BYTES(fairway_events_js)
#embed "../../Public/fairway/events.js"
FILE_END

FILE_BYTES(fairway_key_js)
#embed "../../Public/fairway/key.js"
FILE_END

FILE_BYTES(fairway_navigation_js)
#embed "../../Public/fairway/navigation.js"
FILE_END

FILE_BYTES(fairway_problems_js)
#embed "../../Public/fairway/problems.js"
FILE_END

FILE_BYTES(fairway_retry_js)
#embed "../../Public/fairway/retry.js"
FILE_END

FILE_BYTES(fairway_session_js)
#embed "../../Public/fairway/session.js"
FILE_END

FILE_BYTES(fairway_state_js)
#embed "../../Public/fairway/state.js"
FILE_END

FILE_BYTES(fairway_transport_js)
#embed "../../Public/fairway/transport.js"
FILE_END

FILE_BYTES(gallery_gallery_css)
#embed "../../Public/gallery/gallery.css"
FILE_END

FILE_BYTES(gallery_index_html)
#embed "../../Public/gallery/index.html"
FILE_END

FILE_BYTES(gallery_main_js)
#embed "../../Public/gallery/main.js"
FILE_END

FILE_BYTES(web_app_js)
#embed "../../Public/web/app.js"
FILE_END

FILE_BYTES(web_catalog_js)
#embed "../../Public/web/catalog.js"
FILE_END

FILE_BYTES(web_choices_js)
#embed "../../Public/web/choices.js"
FILE_END

FILE_BYTES(web_combobox_js)
#embed "../../Public/web/combobox.js"
FILE_END

FILE_BYTES(web_controls_js)
#embed "../../Public/web/controls.js"
FILE_END

FILE_BYTES(web_decimals_js)
#embed "../../Public/web/decimals.js"
FILE_END

FILE_BYTES(web_dialogs_js)
#embed "../../Public/web/dialogs.js"
FILE_END

FILE_BYTES(web_dom_js)
#embed "../../Public/web/dom.js"
FILE_END

FILE_BYTES(web_drafts_js)
#embed "../../Public/web/drafts.js"
FILE_END

FILE_BYTES(web_fields_js)
#embed "../../Public/web/fields.js"
FILE_END

FILE_BYTES(web_form_js)
#embed "../../Public/web/form.js"
FILE_END

FILE_BYTES(web_formats_js)
#embed "../../Public/web/formats.js"
FILE_END

FILE_BYTES(web_history_js)
#embed "../../Public/web/history.js"
FILE_END

FILE_BYTES(web_inputs_js)
#embed "../../Public/web/inputs.js"
FILE_END

FILE_BYTES(web_inspector_js)
#embed "../../Public/web/inspector.js"
FILE_END

FILE_BYTES(web_json_js)
#embed "../../Public/web/json.js"
FILE_END

FILE_BYTES(web_labels_js)
#embed "../../Public/web/labels.js"
FILE_END

FILE_BYTES(web_language_js)
#embed "../../Public/web/language.js"
FILE_END

FILE_BYTES(web_main_js)
#embed "../../Public/web/main.js"
FILE_END

FILE_BYTES(web_menu_js)
#embed "../../Public/web/menu.js"
FILE_END

FILE_BYTES(web_messages_js)
#embed "../../Public/web/messages.js"
FILE_END

FILE_BYTES(web_navigationView_js)
#embed "../../Public/web/navigationView.js"
FILE_END

FILE_BYTES(web_numbers_js)
#embed "../../Public/web/numbers.js"
FILE_END

FILE_BYTES(web_paging_js)
#embed "../../Public/web/paging.js"
FILE_END

FILE_BYTES(web_pictures_js)
#embed "../../Public/web/pictures.js"
FILE_END

FILE_BYTES(web_pointer_js)
#embed "../../Public/web/pointer.js"
FILE_END

FILE_BYTES(web_renderers_js)
#embed "../../Public/web/renderers.js"
FILE_END

FILE_BYTES(web_rowControls_js)
#embed "../../Public/web/rowControls.js"
FILE_END

FILE_BYTES(web_rows_js)
#embed "../../Public/web/rows.js"
FILE_END

FILE_BYTES(web_samples_ferry_barcode_js)
#embed "../../Public/web/samples/ferry/barcode.js"
FILE_END

FILE_BYTES(web_samples_ferry_cabins_js)
#embed "../../Public/web/samples/ferry/cabins.js"
FILE_END

FILE_BYTES(web_samples_ferry_countdown_js)
#embed "../../Public/web/samples/ferry/countdown.js"
FILE_END

FILE_BYTES(web_samples_ferry_crossing_js)
#embed "../../Public/web/samples/ferry/crossing.js"
FILE_END

FILE_BYTES(web_samples_ferry_formats_js)
#embed "../../Public/web/samples/ferry/formats.js"
FILE_END

FILE_BYTES(web_samples_ferry_receipt_js)
#embed "../../Public/web/samples/ferry/receipt.js"
FILE_END

FILE_BYTES(web_samples_ferry_sailings_js)
#embed "../../Public/web/samples/ferry/sailings.js"
FILE_END

FILE_BYTES(web_samples_ferry_ticket_js)
#embed "../../Public/web/samples/ferry/ticket.js"
FILE_END

FILE_BYTES(web_samples_planets_js)
#embed "../../Public/web/samples/planets.js"
FILE_END

FILE_BYTES(web_samples_renderers_js)
#embed "../../Public/web/samples/renderers.js"
FILE_END

FILE_BYTES(web_schema_js)
#embed "../../Public/web/schema.js"
FILE_END

FILE_BYTES(web_screen_js)
#embed "../../Public/web/screen.js"
FILE_END

FILE_BYTES(web_secrets_js)
#embed "../../Public/web/secrets.js"
FILE_END

FILE_BYTES(web_storage_js)
#embed "../../Public/web/storage.js"
FILE_END

FILE_BYTES(web_textFormats_js)
#embed "../../Public/web/textFormats.js"
FILE_END

FILE_BYTES(web_toasts_js)
#embed "../../Public/web/toasts.js"
FILE_END

FILE_BYTES(web_validation_js)
#embed "../../Public/web/validation.js"
FILE_END

FILE_BYTES(web_values_js)
#embed "../../Public/web/values.js"
FILE_END

FILE_BYTES(web_web_css)
#embed "../../Public/web/web.css"
FILE_END

static const struct fairway_asset files[] = {
    FILE_ENTRY("fairway.js", fairway_js)
    FILE_ENTRY("icon.svg", icon_svg)
    FILE_ENTRY("index.html", index_html)
    FILE_ENTRY("style.css", style_css)
    FILE_ENTRY("admin/admin.css", admin_admin_css)
    FILE_ENTRY("admin/drawing.js", admin_drawing_js)
    FILE_ENTRY("admin/flows.js", admin_flows_js)
    FILE_ENTRY("admin/index.html", admin_index_html)
    FILE_ENTRY("admin/jobs.js", admin_jobs_js)
    FILE_ENTRY("admin/journal.js", admin_journal_js)
    FILE_ENTRY("admin/layout.js", admin_layout_js)
    FILE_ENTRY("admin/live.js", admin_live_js)
    FILE_ENTRY("admin/main.js", admin_main_js)
    FILE_ENTRY("admin/map.js", admin_map_js)
    FILE_ENTRY("admin/operator.js", admin_operator_js)
    FILE_ENTRY("admin/session.js", admin_session_js)
    FILE_ENTRY("admin/times.js", admin_times_js)
    FILE_ENTRY("admin/tree.js", admin_tree_js)
    FILE_ENTRY("fairway/changeRunner.js", fairway_changeRunner_js)
    FILE_ENTRY("fairway/events.js", fairway_events_js)
    FILE_ENTRY("fairway/key.js", fairway_key_js)
    FILE_ENTRY("fairway/navigation.js", fairway_navigation_js)
    FILE_ENTRY("fairway/problems.js", fairway_problems_js)
    FILE_ENTRY("fairway/retry.js", fairway_retry_js)
    FILE_ENTRY("fairway/session.js", fairway_session_js)
    FILE_ENTRY("fairway/state.js", fairway_state_js)
    FILE_ENTRY("fairway/transport.js", fairway_transport_js)
    FILE_ENTRY("gallery/gallery.css", gallery_gallery_css)
    FILE_ENTRY("gallery/index.html", gallery_index_html)
    FILE_ENTRY("gallery/main.js", gallery_main_js)
    FILE_ENTRY("web/app.js", web_app_js)
    FILE_ENTRY("web/catalog.js", web_catalog_js)
    FILE_ENTRY("web/choices.js", web_choices_js)
    FILE_ENTRY("web/combobox.js", web_combobox_js)
    FILE_ENTRY("web/controls.js", web_controls_js)
    FILE_ENTRY("web/decimals.js", web_decimals_js)
    FILE_ENTRY("web/dialogs.js", web_dialogs_js)
    FILE_ENTRY("web/dom.js", web_dom_js)
    FILE_ENTRY("web/drafts.js", web_drafts_js)
    FILE_ENTRY("web/fields.js", web_fields_js)
    FILE_ENTRY("web/form.js", web_form_js)
    FILE_ENTRY("web/formats.js", web_formats_js)
    FILE_ENTRY("web/history.js", web_history_js)
    FILE_ENTRY("web/inputs.js", web_inputs_js)
    FILE_ENTRY("web/inspector.js", web_inspector_js)
    FILE_ENTRY("web/json.js", web_json_js)
    FILE_ENTRY("web/labels.js", web_labels_js)
    FILE_ENTRY("web/language.js", web_language_js)
    FILE_ENTRY("web/main.js", web_main_js)
    FILE_ENTRY("web/menu.js", web_menu_js)
    FILE_ENTRY("web/messages.js", web_messages_js)
    FILE_ENTRY("web/navigationView.js", web_navigationView_js)
    FILE_ENTRY("web/numbers.js", web_numbers_js)
    FILE_ENTRY("web/paging.js", web_paging_js)
    FILE_ENTRY("web/pictures.js", web_pictures_js)
    FILE_ENTRY("web/pointer.js", web_pointer_js)
    FILE_ENTRY("web/renderers.js", web_renderers_js)
    FILE_ENTRY("web/rowControls.js", web_rowControls_js)
    FILE_ENTRY("web/rows.js", web_rows_js)
    FILE_ENTRY("web/samples/ferry/barcode.js", web_samples_ferry_barcode_js)
    FILE_ENTRY("web/samples/ferry/cabins.js", web_samples_ferry_cabins_js)
    FILE_ENTRY("web/samples/ferry/countdown.js", web_samples_ferry_countdown_js)
    FILE_ENTRY("web/samples/ferry/crossing.js", web_samples_ferry_crossing_js)
    FILE_ENTRY("web/samples/ferry/formats.js", web_samples_ferry_formats_js)
    FILE_ENTRY("web/samples/ferry/receipt.js", web_samples_ferry_receipt_js)
    FILE_ENTRY("web/samples/ferry/sailings.js", web_samples_ferry_sailings_js)
    FILE_ENTRY("web/samples/ferry/ticket.js", web_samples_ferry_ticket_js)
    FILE_ENTRY("web/samples/planets.js", web_samples_planets_js)
    FILE_ENTRY("web/samples/renderers.js", web_samples_renderers_js)
    FILE_ENTRY("web/schema.js", web_schema_js)
    FILE_ENTRY("web/screen.js", web_screen_js)
    FILE_ENTRY("web/secrets.js", web_secrets_js)
    FILE_ENTRY("web/storage.js", web_storage_js)
    FILE_ENTRY("web/textFormats.js", web_textFormats_js)
    FILE_ENTRY("web/toasts.js", web_toasts_js)
    FILE_ENTRY("web/validation.js", web_validation_js)
    FILE_ENTRY("web/values.js", web_values_js)
    FILE_ENTRY("web/web.css", web_web_css)
};

struct fairway_assets fairway_public(void) {
    return (struct fairway_assets) { files, sizeof files / sizeof files[0] };
}
