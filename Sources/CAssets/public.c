// For each file in Public/, add its bytes and its entry here. A test fails if one is missing.
#include "assets.h"

FILE_BYTES(fairway_d_ts)
#embed "../../Public/fairway.d.ts"
FILE_END

FILE_BYTES(fairway_js)
#embed "../../Public/fairway.js"
FILE_END

FILE_BYTES(favicon_ico)
#embed "../../Public/favicon.ico"
FILE_END

FILE_BYTES(icon_svg)
#embed "../../Public/icon.svg"
FILE_END

FILE_BYTES(llms_txt)
#embed "../../Public/llms.txt"
FILE_END

FILE_BYTES(style_css)
#embed "../../Public/style.css"
FILE_END

FILE_BYTES(admin_admin_css)
#embed "../../Public/admin/admin.css"
FILE_END

FILE_BYTES(admin_audit_js)
#embed "../../Public/admin/audit.js"
FILE_END

FILE_BYTES(admin_batches_js)
#embed "../../Public/admin/batches.js"
FILE_END

FILE_BYTES(admin_charts_css)
#embed "../../Public/admin/charts.css"
FILE_END

FILE_BYTES(admin_drawing_js)
#embed "../../Public/admin/drawing.js"
FILE_END

FILE_BYTES(admin_filters_js)
#embed "../../Public/admin/filters.js"
FILE_END

FILE_BYTES(admin_flows_js)
#embed "../../Public/admin/flows.js"
FILE_END

FILE_BYTES(admin_funnel_js)
#embed "../../Public/admin/funnel.js"
FILE_END

FILE_BYTES(admin_funnelMath_js)
#embed "../../Public/admin/funnelMath.js"
FILE_END

FILE_BYTES(admin_graphExport_js)
#embed "../../Public/admin/graphExport.js"
FILE_END

FILE_BYTES(admin_home_js)
#embed "../../Public/admin/home.js"
FILE_END

FILE_BYTES(admin_index_html)
#embed "../../Public/admin/index.html"
FILE_END

FILE_BYTES(admin_jobs_js)
#embed "../../Public/admin/jobs.js"
FILE_END

FILE_BYTES(admin_layout_js)
#embed "../../Public/admin/layout.js"
FILE_END

FILE_BYTES(admin_listTable_js)
#embed "../../Public/admin/listTable.js"
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

FILE_BYTES(admin_overview_js)
#embed "../../Public/admin/overview.js"
FILE_END

FILE_BYTES(admin_palette_js)
#embed "../../Public/admin/palette.js"
FILE_END

FILE_BYTES(admin_progress_js)
#embed "../../Public/admin/progress.js"
FILE_END

FILE_BYTES(admin_redraw_js)
#embed "../../Public/admin/redraw.js"
FILE_END

FILE_BYTES(admin_screen_index_html)
#embed "../../Public/admin/screen/index.html"
FILE_END

FILE_BYTES(admin_screen_main_js)
#embed "../../Public/admin/screen/main.js"
FILE_END

FILE_BYTES(admin_session_diagnosis_js)
#embed "../../Public/admin/session/diagnosis.js"
FILE_END

FILE_BYTES(admin_session_facts_js)
#embed "../../Public/admin/session/facts.js"
FILE_END

FILE_BYTES(admin_session_page_js)
#embed "../../Public/admin/session/page.js"
FILE_END

FILE_BYTES(admin_session_screen_js)
#embed "../../Public/admin/session/screen.js"
FILE_END

FILE_BYTES(admin_session_scrubber_js)
#embed "../../Public/admin/session/scrubber.js"
FILE_END

FILE_BYTES(admin_session_timeline_js)
#embed "../../Public/admin/session/timeline.js"
FILE_END

FILE_BYTES(admin_session_timelineView_js)
#embed "../../Public/admin/session/timelineView.js"
FILE_END

FILE_BYTES(admin_session_tree_js)
#embed "../../Public/admin/session/tree.js"
FILE_END

FILE_BYTES(admin_sessions_js)
#embed "../../Public/admin/sessions.js"
FILE_END

FILE_BYTES(admin_signIn_js)
#embed "../../Public/admin/signIn.js"
FILE_END

FILE_BYTES(admin_timeChart_js)
#embed "../../Public/admin/timeChart.js"
FILE_END

FILE_BYTES(admin_times_js)
#embed "../../Public/admin/times.js"
FILE_END

FILE_BYTES(admin_viewport_js)
#embed "../../Public/admin/viewport.js"
FILE_END

FILE_BYTES(admin_work_js)
#embed "../../Public/admin/work.js"
FILE_END

FILE_BYTES(app_index_html)
#embed "../../Public/app/index.html"
FILE_END

FILE_BYTES(docs_api_api_css)
#embed "../../Public/docs/api/api.css"
FILE_END

FILE_BYTES(docs_api_credentials_js)
#embed "../../Public/docs/api/credentials.js"
FILE_END

FILE_BYTES(docs_api_index_html)
#embed "../../Public/docs/api/index.html"
FILE_END

FILE_BYTES(docs_api_main_js)
#embed "../../Public/docs/api/main.js"
FILE_END

FILE_BYTES(docs_api_operations_js)
#embed "../../Public/docs/api/operations.js"
FILE_END

FILE_BYTES(docs_api_schemas_js)
#embed "../../Public/docs/api/schemas.js"
FILE_END

FILE_BYTES(docs_api_tryIt_js)
#embed "../../Public/docs/api/tryIt.js"
FILE_END

FILE_BYTES(docs_docs_css)
#embed "../../Public/docs/docs.css"
FILE_END

FILE_BYTES(docs_docs_js)
#embed "../../Public/docs/docs.js"
FILE_END

FILE_BYTES(docs_index_html)
#embed "../../Public/docs/index.html"
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

FILE_BYTES(fairway_users_js)
#embed "../../Public/fairway/users.js"
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

FILE_BYTES(r_index_html)
#embed "../../Public/r/index.html"
FILE_END

FILE_BYTES(web_account_js)
#embed "../../Public/web/account.js"
FILE_END

FILE_BYTES(web_address_js)
#embed "../../Public/web/address.js"
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

FILE_BYTES(web_clientCode_js)
#embed "../../Public/web/clientCode.js"
FILE_END

FILE_BYTES(web_clipboard_js)
#embed "../../Public/web/clipboard.js"
FILE_END

FILE_BYTES(web_combobox_js)
#embed "../../Public/web/combobox.js"
FILE_END

FILE_BYTES(web_controls_js)
#embed "../../Public/web/controls.js"
FILE_END

FILE_BYTES(web_curl_js)
#embed "../../Public/web/curl.js"
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

FILE_BYTES(web_endings_js)
#embed "../../Public/web/endings.js"
FILE_END

FILE_BYTES(web_fields_js)
#embed "../../Public/web/fields.js"
FILE_END

FILE_BYTES(web_flowTree_js)
#embed "../../Public/web/flowTree.js"
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

FILE_BYTES(web_identity_js)
#embed "../../Public/web/identity.js"
FILE_END

FILE_BYTES(web_inputs_js)
#embed "../../Public/web/inputs.js"
FILE_END

FILE_BYTES(web_inspector_js)
#embed "../../Public/web/inspector.js"
FILE_END

FILE_BYTES(web_inspectorViews_js)
#embed "../../Public/web/inspectorViews.js"
FILE_END

FILE_BYTES(web_json_js)
#embed "../../Public/web/json.js"
FILE_END

FILE_BYTES(web_jsonView_js)
#embed "../../Public/web/jsonView.js"
FILE_END

FILE_BYTES(web_labels_js)
#embed "../../Public/web/labels.js"
FILE_END

FILE_BYTES(web_language_js)
#embed "../../Public/web/language.js"
FILE_END

FILE_BYTES(web_languages_german_js)
#embed "../../Public/web/languages/german.js"
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

FILE_BYTES(web_mySessions_js)
#embed "../../Public/web/mySessions.js"
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

FILE_BYTES(web_redaction_js)
#embed "../../Public/web/redaction.js"
FILE_END

FILE_BYTES(web_renderers_js)
#embed "../../Public/web/renderers.js"
FILE_END

FILE_BYTES(web_returnLink_js)
#embed "../../Public/web/returnLink.js"
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

FILE_BYTES(web_samples_german_js)
#embed "../../Public/web/samples/german.js"
FILE_END

FILE_BYTES(web_samples_home_css)
#embed "../../Public/web/samples/home.css"
FILE_END

FILE_BYTES(web_samples_home_js)
#embed "../../Public/web/samples/home.js"
FILE_END

FILE_BYTES(web_samples_planets_js)
#embed "../../Public/web/samples/planets.js"
FILE_END

FILE_BYTES(web_samples_renderers_js)
#embed "../../Public/web/samples/renderers.js"
FILE_END

FILE_BYTES(web_samples_samples_css)
#embed "../../Public/web/samples/samples.css"
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

FILE_BYTES(web_title_js)
#embed "../../Public/web/title.js"
FILE_END

FILE_BYTES(web_toasts_js)
#embed "../../Public/web/toasts.js"
FILE_END

FILE_BYTES(web_tools_css)
#embed "../../Public/web/tools.css"
FILE_END

FILE_BYTES(web_tools_js)
#embed "../../Public/web/tools.js"
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
    FILE_ENTRY("fairway.d.ts", fairway_d_ts)
    FILE_ENTRY("fairway.js", fairway_js)
    FILE_ENTRY("favicon.ico", favicon_ico)
    FILE_ENTRY("icon.svg", icon_svg)
    FILE_ENTRY("llms.txt", llms_txt)
    FILE_ENTRY("style.css", style_css)
    FILE_ENTRY("admin/admin.css", admin_admin_css)
    FILE_ENTRY("admin/audit.js", admin_audit_js)
    FILE_ENTRY("admin/batches.js", admin_batches_js)
    FILE_ENTRY("admin/charts.css", admin_charts_css)
    FILE_ENTRY("admin/drawing.js", admin_drawing_js)
    FILE_ENTRY("admin/filters.js", admin_filters_js)
    FILE_ENTRY("admin/flows.js", admin_flows_js)
    FILE_ENTRY("admin/funnel.js", admin_funnel_js)
    FILE_ENTRY("admin/funnelMath.js", admin_funnelMath_js)
    FILE_ENTRY("admin/graphExport.js", admin_graphExport_js)
    FILE_ENTRY("admin/home.js", admin_home_js)
    FILE_ENTRY("admin/index.html", admin_index_html)
    FILE_ENTRY("admin/jobs.js", admin_jobs_js)
    FILE_ENTRY("admin/layout.js", admin_layout_js)
    FILE_ENTRY("admin/listTable.js", admin_listTable_js)
    FILE_ENTRY("admin/live.js", admin_live_js)
    FILE_ENTRY("admin/main.js", admin_main_js)
    FILE_ENTRY("admin/map.js", admin_map_js)
    FILE_ENTRY("admin/operator.js", admin_operator_js)
    FILE_ENTRY("admin/overview.js", admin_overview_js)
    FILE_ENTRY("admin/palette.js", admin_palette_js)
    FILE_ENTRY("admin/progress.js", admin_progress_js)
    FILE_ENTRY("admin/redraw.js", admin_redraw_js)
    FILE_ENTRY("admin/screen/index.html", admin_screen_index_html)
    FILE_ENTRY("admin/screen/main.js", admin_screen_main_js)
    FILE_ENTRY("admin/session/diagnosis.js", admin_session_diagnosis_js)
    FILE_ENTRY("admin/session/facts.js", admin_session_facts_js)
    FILE_ENTRY("admin/session/page.js", admin_session_page_js)
    FILE_ENTRY("admin/session/screen.js", admin_session_screen_js)
    FILE_ENTRY("admin/session/scrubber.js", admin_session_scrubber_js)
    FILE_ENTRY("admin/session/timeline.js", admin_session_timeline_js)
    FILE_ENTRY("admin/session/timelineView.js", admin_session_timelineView_js)
    FILE_ENTRY("admin/session/tree.js", admin_session_tree_js)
    FILE_ENTRY("admin/sessions.js", admin_sessions_js)
    FILE_ENTRY("admin/signIn.js", admin_signIn_js)
    FILE_ENTRY("admin/timeChart.js", admin_timeChart_js)
    FILE_ENTRY("admin/times.js", admin_times_js)
    FILE_ENTRY("admin/viewport.js", admin_viewport_js)
    FILE_ENTRY("admin/work.js", admin_work_js)
    FILE_ENTRY("app/index.html", app_index_html)
    FILE_ENTRY("docs/api/api.css", docs_api_api_css)
    FILE_ENTRY("docs/api/credentials.js", docs_api_credentials_js)
    FILE_ENTRY("docs/api/index.html", docs_api_index_html)
    FILE_ENTRY("docs/api/main.js", docs_api_main_js)
    FILE_ENTRY("docs/api/operations.js", docs_api_operations_js)
    FILE_ENTRY("docs/api/schemas.js", docs_api_schemas_js)
    FILE_ENTRY("docs/api/tryIt.js", docs_api_tryIt_js)
    FILE_ENTRY("docs/docs.css", docs_docs_css)
    FILE_ENTRY("docs/docs.js", docs_docs_js)
    FILE_ENTRY("docs/index.html", docs_index_html)
    FILE_ENTRY("fairway/changeRunner.js", fairway_changeRunner_js)
    FILE_ENTRY("fairway/events.js", fairway_events_js)
    FILE_ENTRY("fairway/key.js", fairway_key_js)
    FILE_ENTRY("fairway/navigation.js", fairway_navigation_js)
    FILE_ENTRY("fairway/problems.js", fairway_problems_js)
    FILE_ENTRY("fairway/retry.js", fairway_retry_js)
    FILE_ENTRY("fairway/session.js", fairway_session_js)
    FILE_ENTRY("fairway/state.js", fairway_state_js)
    FILE_ENTRY("fairway/transport.js", fairway_transport_js)
    FILE_ENTRY("fairway/users.js", fairway_users_js)
    FILE_ENTRY("gallery/gallery.css", gallery_gallery_css)
    FILE_ENTRY("gallery/index.html", gallery_index_html)
    FILE_ENTRY("gallery/main.js", gallery_main_js)
    FILE_ENTRY("r/index.html", r_index_html)
    FILE_ENTRY("web/account.js", web_account_js)
    FILE_ENTRY("web/address.js", web_address_js)
    FILE_ENTRY("web/app.js", web_app_js)
    FILE_ENTRY("web/catalog.js", web_catalog_js)
    FILE_ENTRY("web/choices.js", web_choices_js)
    FILE_ENTRY("web/clientCode.js", web_clientCode_js)
    FILE_ENTRY("web/clipboard.js", web_clipboard_js)
    FILE_ENTRY("web/combobox.js", web_combobox_js)
    FILE_ENTRY("web/controls.js", web_controls_js)
    FILE_ENTRY("web/curl.js", web_curl_js)
    FILE_ENTRY("web/decimals.js", web_decimals_js)
    FILE_ENTRY("web/dialogs.js", web_dialogs_js)
    FILE_ENTRY("web/dom.js", web_dom_js)
    FILE_ENTRY("web/drafts.js", web_drafts_js)
    FILE_ENTRY("web/endings.js", web_endings_js)
    FILE_ENTRY("web/fields.js", web_fields_js)
    FILE_ENTRY("web/flowTree.js", web_flowTree_js)
    FILE_ENTRY("web/form.js", web_form_js)
    FILE_ENTRY("web/formats.js", web_formats_js)
    FILE_ENTRY("web/history.js", web_history_js)
    FILE_ENTRY("web/identity.js", web_identity_js)
    FILE_ENTRY("web/inputs.js", web_inputs_js)
    FILE_ENTRY("web/inspector.js", web_inspector_js)
    FILE_ENTRY("web/inspectorViews.js", web_inspectorViews_js)
    FILE_ENTRY("web/json.js", web_json_js)
    FILE_ENTRY("web/jsonView.js", web_jsonView_js)
    FILE_ENTRY("web/labels.js", web_labels_js)
    FILE_ENTRY("web/language.js", web_language_js)
    FILE_ENTRY("web/languages/german.js", web_languages_german_js)
    FILE_ENTRY("web/main.js", web_main_js)
    FILE_ENTRY("web/menu.js", web_menu_js)
    FILE_ENTRY("web/messages.js", web_messages_js)
    FILE_ENTRY("web/mySessions.js", web_mySessions_js)
    FILE_ENTRY("web/navigationView.js", web_navigationView_js)
    FILE_ENTRY("web/numbers.js", web_numbers_js)
    FILE_ENTRY("web/paging.js", web_paging_js)
    FILE_ENTRY("web/pictures.js", web_pictures_js)
    FILE_ENTRY("web/pointer.js", web_pointer_js)
    FILE_ENTRY("web/redaction.js", web_redaction_js)
    FILE_ENTRY("web/renderers.js", web_renderers_js)
    FILE_ENTRY("web/returnLink.js", web_returnLink_js)
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
    FILE_ENTRY("web/samples/german.js", web_samples_german_js)
    FILE_ENTRY("web/samples/home.css", web_samples_home_css)
    FILE_ENTRY("web/samples/home.js", web_samples_home_js)
    FILE_ENTRY("web/samples/planets.js", web_samples_planets_js)
    FILE_ENTRY("web/samples/renderers.js", web_samples_renderers_js)
    FILE_ENTRY("web/samples/samples.css", web_samples_samples_css)
    FILE_ENTRY("web/schema.js", web_schema_js)
    FILE_ENTRY("web/screen.js", web_screen_js)
    FILE_ENTRY("web/secrets.js", web_secrets_js)
    FILE_ENTRY("web/storage.js", web_storage_js)
    FILE_ENTRY("web/textFormats.js", web_textFormats_js)
    FILE_ENTRY("web/title.js", web_title_js)
    FILE_ENTRY("web/toasts.js", web_toasts_js)
    FILE_ENTRY("web/tools.css", web_tools_css)
    FILE_ENTRY("web/tools.js", web_tools_js)
    FILE_ENTRY("web/validation.js", web_validation_js)
    FILE_ENTRY("web/values.js", web_values_js)
    FILE_ENTRY("web/web.css", web_web_css)
};

struct fairway_assets fairway_public(void) {
    return (struct fairway_assets) { files, sizeof files / sizeof files[0] };
}
