import { type Audience, api, type Call, type Role, roles, scopeOf } from '@millrace/contract'
import { createApiToken, createTestApp, type TestClient, type TestUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readCallRights } from './testing/operations/read-groups.ts'
import { sampleOf } from './testing/sample-value.ts'
import { isSparing } from './testing/sparing.ts'

const workers = ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const

/**
 * Who may make which call: the table that the contract is held against, so that nobody opens a call by the way. Advanced
 * variants of a role open no call: only the menu shows them what their plain role may see.
 */
const rights: Readonly<Record<string, Audience>> = {
  ...(await readCallRights()),
  'GET /about': 'signed-in',
  'GET /about/theme-details': 'public',
  'GET /about/{of}/{id}/comments': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'POST /about/{of}/{id}/comments': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'PUT /about/{of}/{id}/comments/{commentId}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'DELETE /about/{of}/{id}/comments/{commentId}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /about/{of}/{id}/readers': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /about/{of}/{id}/counts': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /about/{of}/{id}/files': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'POST /about/{of}/{id}/files': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /about/{of}/{id}/files/{fileId}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'DELETE /about/{of}/{id}/files/{fileId}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /actuator/health': 'public',
  'GET /actuator/health/liveness': 'public',
  'GET /actuator/health/readiness': 'public',
  'GET /actuator/info': 'public',
  'GET /live': 'signed-in',
  'POST /task-actions': workers,
  'POST /task-actions/undo': workers,
  'POST /task-actions/form': workers,
  'GET /task-batches': workers,
  'POST /task-batches': workers,
  'GET /task-batches/{id}': workers,
  'POST /task-batches/{id}/cancel': workers,
  'GET /standalone/external/answers/{token}': 'public',
  'POST /standalone/external/answers/{token}': 'public',
  'GET /notices': ['RoleUser'],
  'GET /notices/count': ['RoleUser'],
  'GET /notices/export': ['RoleUser'],
  'PUT /notices/read': ['RoleUser'],
  'PUT /notices/all-read': ['RoleUser'],
  'GET /notices/settings': ['RoleUser'],
  'PUT /notices/settings': ['RoleUser'],
  'GET /list-views': 'signed-in',
  'GET /list-views/audiences': 'signed-in',
  'POST /list-views': 'signed-in',
  'GET /list-views/{id}': 'signed-in',
  'PUT /list-views/{id}': 'signed-in',
  'DELETE /list-views/{id}': 'signed-in',
  'PUT /list-views/default': 'signed-in',
  'GET /admin/audit/revisions': ['RoleAdmin'],
  'GET /admin/audit/revisions/count': ['RoleAdmin'],
  'GET /admin/audit/revisions/export': ['RoleAdmin'],
  'GET /admin/audit/people': ['RoleAdmin'],
  'GET /admin/audit/revisions/{number}': ['RoleAdmin'],
  'GET /admin/audit/revisions/{number}/entries/{id}/design-before': ['RoleAdmin'],
  'GET /admin/audit/revisions/{number}/entries/{id}/form-comparison': ['RoleAdmin'],
  'GET /admin/audit/entities/{entity}/changes': ['RoleAdmin'],
  'GET /admin/audit/entities/{entity}/states/{number}': ['RoleAdmin'],
  'GET /admin/system-templates': ['RoleAdmin'],
  'GET /admin/system-templates/test-mails/{id}': ['RoleAdmin'],
  'GET /admin/system-templates/{mail}': ['RoleAdmin'],
  'PUT /admin/system-templates/{mail}': ['RoleAdmin'],
  'DELETE /admin/system-templates/{mail}': ['RoleAdmin'],
  'POST /admin/system-templates/{mail}/preview': ['RoleAdmin'],
  'POST /admin/system-templates/{mail}/test-mail': ['RoleAdmin'],
  'GET /admin/themes-api': 'signed-in',
  'POST /admin/themes-api': ['RoleAdmin'],
  'GET /admin/themes-api/favicon': 'public',
  'GET /admin/themes-api/logo': 'public',
  'POST /admin/themes-api/remove-favicon': ['RoleAdmin'],
  'POST /admin/themes-api/remove-logo': ['RoleAdmin'],
  'GET /admin/themes-api/user-defined-theme/all': 'signed-in',
  'POST /admin/themes-api/user-defined-theme/save': ['RoleAdmin'],
  'DELETE /admin/themes-api/user-defined-theme/{id}': ['RoleAdmin'],
  'GET /applications': ['RoleDesign'],
  'GET /applications/count': ['RoleDesign'],
  'GET /applications/export': ['RoleDesign'],
  'POST /applications': ['RoleDesign'],
  'GET /applications/{appId}': ['RoleDesign'],
  'PUT /applications/{appId}': ['RoleDesign'],
  'DELETE /applications/{appId}': ['RoleDesign'],
  'POST /applications/{appId}/restore': ['RoleDesign'],
  'GET /applications/{appId}/copy': ['RoleDesign'],
  'GET /applications/{appId}/uses': ['RoleDesign'],
  'POST /applications/{appId}/copy': ['RoleDesign'],
  'POST /applications/{appId}/import': ['RoleDesign'],
  'POST /applications/{appId}/import/read': ['RoleDesign'],
  'GET /applications/0/appforms': ['RoleDesign'],
  'GET /applications/0/appforms/count': ['RoleDesign'],
  'GET /applications/0/appforms/export': ['RoleDesign'],
  'GET /applications/0/appforms/all-applications': ['RoleDesign'],
  'GET /applications/0/appforms/getFormsForImport': ['RoleDesign'],
  'GET /applications/0/appforms/data-lists': ['RoleDesign'],
  'GET /applications/0/appforms/{id}/getFormForImport': ['RoleDesign'],
  'GET /applications/0/appforms/{id}/uses': ['RoleDesign'],
  'POST /applications/0/appforms/copy-multiple': ['RoleDesign'],
  'POST /applications/0/appforms/read-file': ['RoleDesign'],
  'POST /applications/0/appforms/save-multiple': ['RoleDesign'],
  'POST /applications/{appId}/appforms': ['RoleDesign'],
  'GET /applications/{appId}/appforms/copy/{formId}': ['RoleDesign'],
  'GET /applications/{appId}/appforms/form-application': ['RoleDesign'],
  'GET /applications/{appId}/appforms/form-history/{formId}': ['RoleDesign'],
  'GET /applications/{appId}/appforms/form-history/{formId}/compare': ['RoleDesign'],
  'POST /applications/{appId}/appforms/form-history/{formId}/{version}/restore': ['RoleDesign'],
  'GET /applications/{appId}/appforms/{formId}': ['RoleDesign'],
  'PUT /applications/{appId}/appforms/{formId}': ['RoleDesign'],
  'DELETE /applications/{appId}/appforms/{formId}': ['RoleDesign'],
  'PUT /applications/{appId}/appforms/{formId}/auto-saved-data': ['RoleDesign'],
  'DELETE /applications/{appId}/appforms/{formId}/auto-saved-data': ['RoleDesign'],
  'POST /applications/{appId}/appforms/{formId}/edit-lock': ['RoleDesign'],
  'DELETE /applications/{appId}/appforms/{formId}/edit-lock': ['RoleDesign'],
  'GET /applications/{appId}/appforms/{formId}/form-designer': ['RoleDesign'],
  'POST /applications/{appId}/appforms/{formId}/restore': ['RoleDesign'],
  'POST /applications/{appId}/appforms/{formId}/saveFormDesign': ['RoleDesign'],
  'GET /applications/0/appdecisions': ['RoleDesign'],
  'GET /applications/0/appdecisions/count': ['RoleDesign'],
  'GET /applications/0/appdecisions/export': ['RoleDesign'],
  'POST /applications/0/appdecisions/copy-multiple': ['RoleDesign'],
  'POST /applications/0/appdecisions/save-multiple': ['RoleDesign'],
  'POST /applications/{appId}/appdecisions': ['RoleDesign'],
  'POST /applications/{appId}/appdecisions/import': ['RoleDesign'],
  'GET /applications/{appId}/appdecisions/decision-history/{decisionId}': ['RoleDesign'],
  'GET /applications/{appId}/appdecisions/decision-history/{decisionId}/{version}': ['RoleDesign'],
  'POST /applications/{appId}/appdecisions/decision-history/{decisionId}/{version}/restore': ['RoleDesign'],
  'GET /applications/{appId}/appdecisions/{decisionId}': ['RoleDesign'],
  'PUT /applications/{appId}/appdecisions/{decisionId}': ['RoleDesign'],
  'DELETE /applications/{appId}/appdecisions/{decisionId}': ['RoleDesign'],
  'POST /applications/{appId}/appdecisions/{decisionId}/restore': ['RoleDesign'],
  'GET /applications/{appId}/appdecisions/{decisionId}/editor': ['RoleDesign'],
  'POST /applications/{appId}/appdecisions/{decisionId}/saveDecisionDesign': ['RoleDesign'],
  'GET /applications/{appId}/appdecisions/{decisionId}/export': ['RoleDesign'],
  'POST /applications/{appId}/appdecisions/{decisionId}/edit-lock': ['RoleDesign'],
  'DELETE /applications/{appId}/appdecisions/{decisionId}/edit-lock': ['RoleDesign'],
  'PUT /applications/{appId}/appdecisions/{decisionId}/auto-saved-data': ['RoleDesign'],
  'DELETE /applications/{appId}/appdecisions/{decisionId}/auto-saved-data': ['RoleDesign'],
  'GET /applications/0/appprocesses': ['RoleDesign'],
  'GET /applications/0/appprocesses/count': ['RoleDesign'],
  'GET /applications/0/appprocesses/export': ['RoleDesign'],
  'POST /applications/0/appprocesses/copy-multiple': ['RoleDesign'],
  'POST /applications/0/appprocesses/save-multiple': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses/import': ['RoleDesign'],
  'GET /applications/{appId}/appprocesses/process-history/{processId}': ['RoleDesign'],
  'GET /applications/{appId}/appprocesses/process-history/{processId}/{version}': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses/process-history/{processId}/{version}/restore': ['RoleDesign'],
  'GET /applications/{appId}/appprocesses/{processId}': ['RoleDesign'],
  'PUT /applications/{appId}/appprocesses/{processId}': ['RoleDesign'],
  'DELETE /applications/{appId}/appprocesses/{processId}': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses/{processId}/restore': ['RoleDesign'],
  'GET /applications/0/appprocesses/people': ['RoleDesign'],
  'GET /applications/0/appprocesses/assignee': ['RoleDesign'],
  'GET /applications/{appId}/appprocesses/{processId}/surroundings': ['RoleDesign'],
  'GET /applications/{appId}/appprocesses/{processId}/modeller': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses/{processId}/saveProcessDesign': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses/{processId}/try': ['RoleDesign'],
  'GET /applications/{appId}/appprocesses/{processId}/try/choices': ['RoleDesign'],
  'GET /applications/{appId}/appprocesses/{processId}/tests': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses/{processId}/tests': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses/{processId}/tests/run': ['RoleDesign'],
  'PUT /applications/{appId}/appprocesses/{processId}/tests/{testId}': ['RoleDesign'],
  'DELETE /applications/{appId}/appprocesses/{processId}/tests/{testId}': ['RoleDesign'],
  'GET /applications/{appId}/appprocesses/{processId}/export': ['RoleDesign'],
  'POST /applications/{appId}/appprocesses/{processId}/edit-lock': ['RoleDesign'],
  'DELETE /applications/{appId}/appprocesses/{processId}/edit-lock': ['RoleDesign'],
  'PUT /applications/{appId}/appprocesses/{processId}/auto-saved-data': ['RoleDesign'],
  'DELETE /applications/{appId}/appprocesses/{processId}/auto-saved-data': ['RoleDesign'],
  'GET /applications/{appId}/deployment': ['RoleDesign'],
  'GET /applications/{appId}/versions': ['RoleDesign'],
  'POST /applications/{appId}/deploy': ['RoleDesign'],
  'POST /applications/{appId}/undeploy': ['RoleDesign'],
  'POST /applications/{appId}/versions/{version}/deploy': ['RoleDesign'],
  'POST /auth/login': 'public',
  'POST /auth/password-links': 'public',
  'POST /auth/second-step': 'public',
  'POST /auth/second-step/prove': 'public',
  'POST /auth/second-step/start': 'public',
  'POST /auth/second-step/complete': 'public',
  'GET /profiles/data': 'signed-in',
  'GET /profiles/second-factors': 'signed-in',
  'POST /profiles/second-factors': 'signed-in',
  'POST /profiles/second-factors/start': 'signed-in',
  'PUT /profiles/second-factors/{id}': 'signed-in',
  'POST /profiles/second-factors/{id}/remove': 'signed-in',
  'POST /profiles/second-factors/recovery-codes': 'signed-in',
  'POST /auth/password-links/look': 'public',
  'POST /auth/password-links/use': 'public',
  'GET /auth/sign-in-options': 'public',
  'GET /categories': ['RoleUser', 'RoleDesign'],
  'GET /global-properties': ['RoleDesign'],
  'GET /global-properties/count': ['RoleDesign'],
  'GET /global-properties/export': ['RoleDesign'],
  'POST /global-properties': ['RoleDesign'],
  'GET /global-properties/{id}': ['RoleDesign'],
  'PUT /global-properties/{id}': ['RoleDesign'],
  'DELETE /global-properties/{id}': ['RoleDesign'],
  'POST /categories': ['RoleDesign'],
  'GET /categories/design': ['RoleDesign'],
  'PUT /categories/{id}': ['RoleDesign'],
  'DELETE /categories/{id}': ['RoleDesign'],
  'PUT /categories/{id}/place': ['RoleDesign'],
  'PUT /categories/processes/{key}': ['RoleDesign'],
  'GET /categories-menu': ['RoleUser'],
  'PUT /category/favourites/{key}': ['RoleUser'],
  'DELETE /category/favourites/{key}': ['RoleUser'],
  'GET /category/{name}/processes': ['RoleUser'],
  'GET /data/docs-office.json': 'signed-in',
  'GET /data/docs.json': 'signed-in',
  'GET /data/icons.json': 'signed-in',
  'GET /data/index-office.json': 'signed-in',
  'GET /data/index.json': 'signed-in',
  'GET /external-adapters': ['RoleDesign', 'RoleIntegration'],
  'GET /external-adapters/{id}': ['RoleIntegration'],
  'PUT /external-adapters/{id}': ['RoleIntegration'],
  'DELETE /external-adapters/{id}': ['RoleIntegration'],
  'POST /external-adapters/{id}/restore': ['RoleIntegration'],
  'POST /external-adapters/{id}/preview': ['RoleDesign', 'RoleIntegration'],
  'POST /external-adapters/{id}/try': ['RoleIntegration'],
  'GET /external-apis/{id}': ['RoleIntegration'],
  'GET /external-apis/{id}/tables': ['RoleIntegration'],
  'PUT /external-apis/{id}': ['RoleIntegration'],
  'DELETE /external-apis/{id}': ['RoleIntegration'],
  'POST /external-apis/{id}/restore': ['RoleIntegration'],
  'POST /external-apis/{id}/adapters': ['RoleIntegration'],
  'POST /external-apis/{id}/import': ['RoleIntegration'],
  'POST /external-apis/{id}/import/preview': ['RoleIntegration'],
  'POST /external-apis/{id}/listeners': ['RoleIntegration'],
  'GET /external-listeners/{id}': ['RoleIntegration'],
  'PUT /external-listeners/{id}': ['RoleIntegration'],
  'DELETE /external-listeners/{id}': ['RoleIntegration'],
  'POST /external-listeners/{id}/restore': ['RoleIntegration'],
  'POST /external-listeners/{id}/secret': ['RoleIntegration'],
  'GET /external-deliveries': ['RoleIntegration'],
  'GET /external-deliveries/count': ['RoleIntegration'],
  'GET /external-deliveries/export': ['RoleIntegration'],
  'GET /external-deliveries/{id}': ['RoleIntegration'],
  'POST /external-deliveries/{id}/replay': ['RoleIntegration'],
  'GET /external-calls': ['RoleIntegration'],
  'GET /external-calls/count': ['RoleIntegration'],
  'GET /external-calls/export': ['RoleIntegration'],
  'GET /external-calls/{id}': ['RoleIntegration'],
  'POST /external-calls/{id}/replay': ['RoleIntegration'],
  'GET /external-connections/{id}/health': ['RoleIntegration'],
  'GET /external-connections/{id}': ['RoleIntegration'],
  'PUT /external-connections/{id}': ['RoleIntegration'],
  'DELETE /external-connections/{id}': ['RoleIntegration'],
  'POST /external-connections/{id}/restore': ['RoleIntegration'],
  'POST /external-connections/{id}/test': ['RoleIntegration'],
  'GET /external-systems/{id}': ['RoleIntegration'],
  'PUT /external-systems/{id}': ['RoleIntegration'],
  'DELETE /external-systems/{id}': ['RoleIntegration'],
  'POST /external-systems/{id}/restore': ['RoleIntegration'],
  'POST /external-systems': ['RoleIntegration'],
  'GET /external-systems': ['RoleIntegration'],
  'GET /external-systems/count': ['RoleIntegration'],
  'GET /external-systems/export': ['RoleIntegration'],
  'POST /external-systems/{id}/connections': ['RoleIntegration'],
  'POST /external-systems/{id}/apis': ['RoleIntegration'],
  'GET /data-lists': ['RoleDesign'],
  'POST /data-lists': ['RoleDesign'],
  'GET /data-lists/count': ['RoleDesign'],
  'GET /data-lists/export': ['RoleDesign'],
  'GET /data-lists/{id}': ['RoleDesign'],
  'PUT /data-lists/{id}': ['RoleDesign'],
  'DELETE /data-lists/{id}': ['RoleDesign'],
  'GET /data-lists/{id}/feed': ['RoleDesign'],
  'PUT /data-lists/{id}/feed': ['RoleDesign'],
  'DELETE /data-lists/{id}/feed': ['RoleDesign'],
  'POST /data-lists/{id}/feed/run': ['RoleDesign'],
  'GET /data-lists/{id}/export': ['RoleDesign'],
  'POST /data-lists/{id}/import': ['RoleDesign'],
  'GET /data-lists/{id}/versions': ['RoleDesign'],
  'POST /data-lists/{id}/versions/{version}/restore': ['RoleDesign'],
  'POST /data-lists/{id}/restore': ['RoleDesign'],
  'GET /data-lists/{id}/rows': ['RoleDesign'],
  'POST /data-lists/{id}/rows': ['RoleDesign'],
  'POST /files': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /files/{id}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'POST /logout': 'public',
  'POST /logout/unAuthorized': 'public',
  'GET /processEngine/customViewAPI/getCustomViewsList': 'signed-in',
  'GET /processengine/bindings': ['RoleProcessAdmin', 'RoleAdmin'],
  'PUT /processengine/bindings/{name}': ['RoleProcessAdmin', 'RoleAdmin'],
  'DELETE /processengine/bindings/{name}': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/links': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/links/count': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/links/export': ['RoleProcessAdmin', 'RoleAdmin'],
  'POST /processengine/links': ['RoleProcessAdmin', 'RoleAdmin'],
  'DELETE /processengine/links/{id}': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/calendars': ['RoleProcessAdmin', 'RoleAdmin'],
  'PUT /processengine/calendars/{name}': ['RoleProcessAdmin', 'RoleAdmin'],
  'DELETE /processengine/calendars/{name}': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/candidates': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'PUT /processengine/definitions/{key}/icon': ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /processengine/deployments': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/deployments/count': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/deployments/export': ['RoleProcessAdmin', 'RoleAdmin'],
  'POST /processengine/deployments': ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /processengine/deployments/{id}': ['RoleProcessAdmin', 'RoleAdmin'],
  'DELETE /processengine/deployments/{id}': ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /processengine/deployments/{id}/files/{fileId}': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/deployments/{id}/needs': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/tasks': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/tasks/count': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/tasks/export': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /processengine/tasks/filters': ['RoleProcessAdmin', 'RoleAdmin'],
  'PUT /processengine/tasks/{id}/assignee': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'PUT /processengine/tasks/{id}/candidates/{kind}/{key}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'DELETE /processengine/tasks/{id}/candidates/{kind}/{key}': [
    'RoleUser',
    'RoleProcessAdmin',
    'RoleAdmin',
    'RoleFullAPI',
  ],
  'GET /processengine/tasks/{id}/reach': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/definitions/{id}/diagram': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'POST /processes/definitions/{id}/start': ['RoleUser', 'RoleFullAPI'],
  'GET /processes/definitions/{id}/start-form': ['RoleUser'],
  'PUT /processes/definitions/{id}/start-form/draft': ['RoleUser', 'RoleFullAPI'],
  'DELETE /processes/definitions/{id}/start-form/draft': ['RoleUser', 'RoleFullAPI'],
  'GET /processes/definitions/{id}/start-form/choices': ['RoleUser', 'RoleFullAPI'],
  'GET /processes/instances/{id}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'DELETE /processes/instances/{id}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /processes/instances/{id}/activities': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/decisions': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/diagram': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/history': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/participants': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/forms': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/forms/{formId}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/files': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/related': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/moments': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/moment': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/incidents': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'POST /processes/instances/{id}/incidents/{incidentId}/retry': ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /processes/instances/{id}/variables': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/variables/{variableId}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/variables/{variableId}/content': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/instances/{id}/variables/{variableId}/history': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /processes/startedbyme': ['RoleUser'],
  'GET /processes/startedbyme/count': ['RoleUser'],
  'GET /processes/startedbyme/export': ['RoleUser'],
  'GET /processes/startedbyme/filters': ['RoleUser'],
  'GET /processes/involvingme': ['RoleUser'],
  'GET /processes/involvingme/count': ['RoleUser'],
  'GET /processes/involvingme/export': ['RoleUser'],
  'GET /processes/involvingme/filters': ['RoleUser'],
  'GET /profiles': 'signed-in',
  'GET /profile/tool-approvals': 'signed-in',
  'POST /profile/tool-approvals': 'signed-in',
  'POST /profile/tool-approvals/{id}': 'signed-in',
  'POST /profiles': 'signed-in',
  'POST /profiles/password': 'signed-in',
  'GET /profiles/sessions': 'signed-in',
  'DELETE /profiles/sessions': 'signed-in',
  'DELETE /profiles/sessions/{id}': 'signed-in',
  'GET /profiles/tokens': 'signed-in',
  'POST /profiles/tokens': 'signed-in',
  'DELETE /profiles/tokens/{id}': 'signed-in',
  'GET /samples': ['RoleDesign'],
  'POST /samples/{key}': ['RoleDesign'],
  'DELETE /samples': ['RoleAdmin'],
  'GET /standalone/external/checkSecure/process/{definitionId}': 'public',
  'GET /standalone/external/checkSecure/task/{taskId}': 'public',
  'GET /standalone/external/links/{token}': 'public',
  'GET /standalone/external/links/{token}/captcha': 'public',
  'GET /standalone/external/links/{token}/choices': 'public',
  'POST /standalone/external/links/{token}/files': 'public',
  'POST /standalone/external/links/{token}/pass': 'public',
  'POST /standalone/external/links/{token}/saved': 'public',
  'POST /standalone/external/links/{token}/send': 'public',
  'GET /standalone/external/receipts/{receipt}': 'public',
  'POST /standalone/external/verifyCaptcha': 'public',
  'GET /tasks/assigned': ['RoleUser'],
  'GET /tasks/assigned/count': ['RoleUser'],
  'GET /tasks/assigned/export': ['RoleUser'],
  'GET /drafts/starts': ['RoleUser'],
  'GET /drafts/starts/count': ['RoleUser'],
  'GET /drafts/starts/export': ['RoleUser'],
  'GET /drafts/tasks': ['RoleUser'],
  'GET /drafts/tasks/count': ['RoleUser'],
  'GET /drafts/tasks/export': ['RoleUser'],
  'GET /drafts/{id}': ['RoleUser'],
  'POST /drafts/discard': ['RoleUser'],
  'GET /search': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /absences': 'signed-in',
  'GET /absences/people': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleUserAdmin'],
  'POST /absences': 'signed-in',
  'PUT /absences/{id}': 'signed-in',
  'DELETE /absences/{id}': 'signed-in',
  'GET /tasks/variable-names': ['RoleUser'],
  'GET /processes/variable-names': ['RoleUser'],
  'GET /search/go-to': ['RoleProcessAdmin', 'RoleAdmin'],
  'GET /search/tasks': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /search/instances': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /search/files': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /dashboard': ['RoleUser'],
  'GET /dashboard/roles': ['RoleAdmin'],
  'DELETE /dashboard/layout': ['RoleUser'],
  'PUT /dashboard/layout': ['RoleUser'],
  'PUT /dashboard/roles/{role}': ['RoleAdmin'],
  'GET /tasks/counts': ['RoleUser'],
  'GET /tasks/filters': ['RoleUser'],
  'GET /tasks/news': ['RoleUser'],
  'PUT /tasks/news/seen': ['RoleUser'],
  'GET /tasks/completed': ['RoleUser'],
  'GET /tasks/completed/count': ['RoleUser'],
  'GET /tasks/completed/export': ['RoleUser'],
  'GET /tasks/involved': ['RoleUser'],
  'GET /tasks/involved/count': ['RoleUser'],
  'GET /tasks/involved/export': ['RoleUser'],
  'GET /tasks/unclaimed': ['RoleUser'],
  'GET /tasks/unclaimed/count': ['RoleUser'],
  'GET /tasks/unclaimed/export': ['RoleUser'],
  'GET /tasks/{id}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'POST /tasks/{id}/claim': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'POST /tasks/{id}/complete': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'PUT /tasks/{id}/form/draft': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'DELETE /tasks/{id}/form/draft': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /tasks/{id}/form/choices': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /tasks/{id}/history': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'POST /tasks': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'PUT /tasks/{id}/details': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'DELETE /tasks/{id}': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /tasks/{id}/subtasks': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'GET /tasks/{id}/viewers': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
  'POST /tasks/{id}/delegate': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'PUT /tasks/{id}/plan': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'POST /tasks/{id}/unclaim': ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  'GET /templates/all/FORM': ['RoleDesign'],
  'GET /templates/email-template': ['RoleDesign'],
  'GET /templates/email-template/count': ['RoleDesign'],
  'GET /templates/email-template/export': ['RoleDesign'],
  'POST /templates/email-template': ['RoleDesign'],
  'POST /templates/email-template/preview': ['RoleDesign'],
  'GET /templates/email-template/test-mail/{id}': ['RoleDesign'],
  'GET /templates/email-template/{id}': ['RoleDesign'],
  'PUT /templates/email-template/{id}': ['RoleDesign'],
  'DELETE /templates/email-template/{id}': ['RoleDesign'],
  'POST /templates/email-template/{id}/restore': ['RoleDesign'],
  'POST /templates/email-template/{id}/test-mail': ['RoleDesign'],
  'GET /templates/form-template': ['RoleDesign'],
  'GET /templates/form-template/count': ['RoleDesign'],
  'GET /templates/form-template/export': ['RoleDesign'],
  'POST /templates/form-template': ['RoleDesign'],
  'GET /templates/form-template/{id}': ['RoleDesign'],
  'PUT /templates/form-template/{id}': ['RoleDesign'],
  'DELETE /templates/form-template/{id}': ['RoleDesign'],
  'PUT /templates/form-template/{id}/auto-saved-data': ['RoleDesign'],
  'DELETE /templates/form-template/{id}/auto-saved-data': ['RoleDesign'],
  'POST /templates/form-template/{id}/copy': ['RoleDesign'],
  'POST /templates/form-template/{id}/edit-lock': ['RoleDesign'],
  'DELETE /templates/form-template/{id}/edit-lock': ['RoleDesign'],
  'GET /templates/form-template/{id}/form-data': ['RoleDesign'],
  'GET /templates/form-template/{id}/form-designer': ['RoleDesign'],
  'GET /templates/form-template/{id}/form-history': ['RoleDesign'],
  'GET /templates/form-template/{id}/form-history/compare': ['RoleDesign'],
  'POST /templates/form-template/{id}/form-history/{version}/restore': ['RoleDesign'],
  'POST /templates/form-template/{id}/restore': ['RoleDesign'],
  'POST /templates/form-template/{id}/save-form-design': ['RoleDesign'],
  'GET /tokenrefresh': 'public',
  'POST /users/auto-save-formdesigner-configurations': ['RoleDesign'],
  'GET /users/manage/auto-saved-data': ['RoleDesign'],
  'GET /users/session-timeout': 'signed-in',
  'GET /usersgroups/usersAPI/defaultWorkplace': 'signed-in',
  'GET /usersgroups/usersAPI/init': 'signed-in',
  'GET /usersgroups/usersAPI/redirectToSecure': 'public',
  'GET /usersgroups/usersAPI/tenantIdentifier': 'signed-in',
  'POST /usersgroups/usersAPI/updateTenant': 'signed-in',
  'GET /usersgroups/usersAPI/userInfo': 'signed-in',
  'GET /usersgroups/usersAPI/workplaces': 'signed-in',
}

const { db, admin, anonymous, signIn, signInAs } = await createTestApp()

const calls: [string, Call][] = Object.values(api)
  .flatMap((group) => Object.values<Call>(group))
  .map((call) => [`${call.method} ${call.path}`, call])

interface Holder {
  readonly held: readonly Role[]
  readonly reader: TestClient
  readonly user: TestUser
  changer: TestClient
}

const holders = new Map<string, Promise<Holder>>()

/**
 * A user with exactly these roles, the same one for all calls. What changes anything is asked for by another one, because
 * some calls end their session, or all of the user's.
 */
function holderOf(held: readonly Role[]): Promise<Holder> {
  const name = held.join(' ')
  const made = async () => {
    const changer = await signIn({ roles: held })
    return { held, reader: await signIn({ roles: held }), user: changer.user, changer }
  }
  const holder = holders.get(name) ?? made()
  holders.set(name, holder)
  return holder
}

/**
 * The roles of the users who try a call: nobody's, each one that it is for, and all others at once. A role only adds
 * rights, so whoever is turned away with all of them is turned away with each. `npm run soak` tries each alone.
 */
function listHeld(audience: Audience | undefined): readonly (readonly Role[])[] {
  if (!isSparing) return [[], ...roles.map((role) => [role])]
  if (!Array.isArray(audience)) return [[], roles]
  return [[], ...audience.map((role) => [role]), roles.filter((role) => !audience.includes(role))]
}

/** What a call before has ended gives way to a new session, in which the same is asked for. */
async function sendToChange(holder: Holder, call: Call) {
  const answer = await send(holder.changer, call)
  if (answer.error?.code !== 'session.missing') return answer
  holder.changer = await signInAs(holder.user)
  return send(holder.changer, call)
}

/** One test for each: a test of its own for each call costs as much as what it asks. */
const groups = Object.entries<Record<string, Call>>(api).map(([name, group]) => {
  const own = Object.values(group)
  return [name, calls.filter(([, call]) => own.includes(call))] as const
})

describe.each(groups)('calls of %s', (_, group) => {
  it('have the audience of the table', () => {
    for (const [address, call] of group) expect([address, call.audience]).toEqual([address, rights[address]])
  })

  it('turn away every role that they are not for, and no other', async () => {
    for (const [address, call] of group) {
      const isReading = call.method === 'GET' && call.isChange !== true
      for (const held of listHeld(rights[address])) {
        const holder = await holderOf(held)
        const { error } = await (isReading ? send(holder.reader, call) : sendToChange(holder, call))
        const outcome =
          error?.code === 'right.missing' ? 'turned away' : error?.code === 'session.missing' ? 'unknown' : 'let in'
        expect([address, held, outcome]).toEqual([
          address,
          held,
          mayMake(rights[address], held) ? 'let in' : 'turned away',
        ])
      }
    }
  })

  it('ask users who are not signed in to sign in, but for what is public', async () => {
    for (const [address, call] of group) {
      const { status, error } = await send(anonymous(), call)
      if (rights[address] !== 'public') expect([address, status, error.code]).toEqual([address, 401, 'session.missing'])
      // A session can only be renewed with a session, although the call is public.
      else if (address !== 'GET /tokenrefresh')
        expect([address, ['session.missing', 'right.missing'].includes(error?.code)]).toEqual([address, false])
    }
  })
})

it.each([
  ['process', { processKeys: ['mine'] }],
  ['topic', { topics: ['print'] }],
])('lets an API token for one %s make no call but those that ask for no scope', async (_, limit) => {
  const { user } = await signIn({ roles })
  const client = anonymous()
  const authorization = `Bearer ${await createApiToken(db, user, limit)}`
  for (const [address, call] of calls) {
    const { error } = await send(client, call, { authorization })
    expect([address, error?.code === 'right.missing']).toEqual([address, scopeOf(call) !== null])
  }
})

it('refuses every call from a page of another user, and makes it from a page of a user who is signed in', async () => {
  const client = await signIn({ roles })
  const { user: somebodyElse } = await signIn()
  for (const [address, call] of calls) {
    const answer = await send(client, call, { 'x-millrace-user': somebodyElse.id })
    expect([address, answer.status, answer.error?.code]).toEqual([address, 409, 'session.other-user'])
  }
  // Without a role it does as little as it can: who may do what is another question, asked afterwards.
  const nobody = await signIn({ roles: [] })
  for (const [address, call] of calls.filter(([address]) => !/log(in|out)|tokenrefresh|sessions/.test(address))) {
    const answer = await send(nobody, call, { 'x-millrace-user': nobody.user.id })
    expect([address, answer.error?.code]).not.toEqual([address, 'session.other-user'])
  }
})

it('does not let a page of another user end or renew a session whose access has run out', async () => {
  const [client, { user: somebodyElse }] = [await signIn(), await signIn()]
  client.cookies.delete('millrace_access')
  for (const address of ['POST /logout', 'POST /logout/unAuthorized', 'GET /tokenrefresh']) {
    const call = calls.find(([other]) => other === address)?.[1]
    if (call === undefined) throw new Error(`Expected a call ${address}.`)
    const { error } = await send(client, call, { 'x-millrace-user': somebodyElse.id })
    expect([address, error.code]).toEqual([address, 'session.other-user'])
  }
  expect((await client.call(api.auth.refresh)).status).toBe(200)
})

it('has a right for every call, and no call for a right that is not there', () => {
  expect(Object.keys(rights).toSorted()).toEqual(calls.map(([address]) => address).toSorted())
})

it.each([
  ['ROLE_ADMIN', 'DELETE /samples'],
  ['millrace.administrator', 'DELETE /samples'],
  ['ROLE_PROCESS_ADMIN', 'GET /processengine/deployments'],
  ['ROLE_USER', 'GET /categories'],
  ['millrace.user', 'GET /categories'],
  ['ROLE_USER_ADMIN', 'GET /users/unlock/{id}'],
  ['millrace.user-admin', 'GET /users/unlock/{id}'],
] as const)('takes the role name %s as the one that opens %s', async (name, address) => {
  const call = calls.find(([other]) => other === address)?.[1]
  if (call === undefined) throw new Error(`Expected a call ${address}.`)
  const { user } = await signIn({ roles: [] })
  expect((await send(await signInAs(user), call)).error.code).toBe('right.missing')
  await admin.query('insert into user_role (workplace_id, user_id, role) values ($1, $2, $3)', [
    user.workplaceId,
    user.id,
    name,
  ])
  expect((await send(await signInAs(user), call)).error?.code).not.toBe('right.missing')
})

it('knows no role by a name that only looks like one', async () => {
  const { user } = await signIn({ roles: [] })
  for (const name of ['roleadmin', 'Admin', 'administrator', 'other.administrator', 'constructor', '__proto__'])
    await admin.query('insert into user_role (workplace_id, user_id, role) values ($1, $2, $3)', [
      user.workplaceId,
      user.id,
      name,
    ])
  const client = await signInAs(user)
  expect((await client.call(api.shell.init)).body.ROLES).toEqual([])
})

function mayMake(audience: Audience | undefined, held: readonly Role[]): boolean {
  if (audience === 'public' || audience === 'signed-in') return true
  return audience?.some((role) => held.includes(role)) ?? false
}

/** A request that is well formed, and finds nothing to do. */
async function send(client: TestClient, call: Call, headers: Readonly<Record<string, string>> = {}) {
  const isKnown = client.cookies.size === 0 || client.cookies.has('XSRF-TOKEN')
  if (!isKnown) await client.send({ url: '/api/actuator/health/liveness' })
  const params = (call.params === undefined ? {} : sampleOf(call.params)) as Record<string, string>
  const query = call.query === undefined ? {} : sampleOf(call.query)
  return client.send({
    method: call.method,
    url: `/api${call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'a'))}`,
    query: query as Record<string, string>,
    headers: {
      ...headers,
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
      ...(call.body === 'multipart' ? multipart : {}),
    },
    ...(call.body instanceof z.ZodType ? { payload: sampleOf(call.body, { zone: 'UTC' }) as object } : {}),
    ...(call.body === 'multipart' ? { payload: '--end--\r\n' } : {}),
  })
}

const multipart = { 'content-type': 'multipart/form-data; boundary=end' }
