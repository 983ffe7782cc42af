import type { FastifyInstance } from 'fastify'
import type { AppContext } from './app-context.ts'
import { registerAbout } from './features/about/routes.ts'
import { registerAbsences } from './features/absences/routes.ts'
import { registerAnswers } from './features/answers/routes.ts'
import { registerAppDecisions } from './features/app-decisions/routes.ts'
import { registerAppProcesses } from './features/app-processes/routes.ts'
import { registerApplications } from './features/applications/routes.ts'
import { registerAudit } from './features/audit/routes.ts'
import { registerAuth } from './features/auth/routes.ts'
import { registerBatches } from './features/batches/routes.ts'
import { registerCleanUp } from './features/clean-up/routes.ts'
import { registerBindings } from './features/bindings/routes.ts'
import { registerCalendars } from './features/calendars/routes.ts'
import { registerCaptcha } from './features/captcha/routes.ts'
import { registerCategories } from './features/categories/routes.ts'
import { registerComments } from './features/comments/routes.ts'
import { registerCustomViews } from './features/custom-views/routes.ts'
import { registerDashboard } from './features/dashboard/routes.ts'
import { registerDataLists } from './features/data-lists/routes.ts'
import { registerDefinitions } from './features/definitions/routes.ts'
import { registerDeployments } from './features/deployments/routes.ts'
import { registerDrafts } from './features/drafts/routes.ts'
import { registerEmailTemplates } from './features/email-templates/routes.ts'
import { registerExternalCalls } from './features/external-calls/routes.ts'
import { registerExternalImports } from './features/external-imports/routes.ts'
import { registerExternalListeners } from './features/external-listeners/routes.ts'
import { registerExternalSystems } from './features/external-systems/routes.ts'
import { registerFiles } from './features/files/routes.ts'
import { registerFormLinks } from './features/form-links/routes.ts'
import { registerForms } from './features/forms/routes.ts'
import { registerGlobalProperties } from './features/global-properties/routes.ts'
import { registerIncidentGroups } from './features/incident-groups/routes.ts'
import { registerIcons } from './features/icons/routes.ts'
import { registerImports } from './features/imports/routes.ts'
import { registerLicence } from './features/licence/routes.ts'
import { registerJobs } from './features/jobs/routes.ts'
import { registerListViews } from './features/list-views/routes.ts'
import { registerLive } from './features/live/routes.ts'
import { registerNotices } from './features/notices/routes.ts'
import { registerPackages } from './features/packages/routes.ts'
import { registerProcesses } from './features/processes/routes.ts'
import { instanceFinder } from './features/processes/search-instances.ts'
import { registerProfile } from './features/profile/routes.ts'
import { registerRoles } from './features/roles/routes.ts'
import { registerSamples } from './features/samples/routes.ts'
import { registerSearch } from './features/search/routes.ts'
import { registerAdminDashboard } from './features/admin-dashboard/routes.ts'
import { registerSettings } from './features/settings/routes.ts'
import { registerSimulations } from './features/simulations/routes.ts'
import { registerShell } from './features/shell/routes.ts'
import { registerSystemTemplates } from './features/system-templates/routes.ts'
import { registerTaskBulk } from './features/tasks/bulk/routes.ts'
import { countByDueDate } from './features/tasks/count-by-due-date.ts'
import { registerTasks } from './features/tasks/routes.ts'
import { taskFinder } from './features/tasks/search-tasks.ts'
import { registerThemes } from './features/themes/routes.ts'
import { registerToolApprovals } from './features/tool-approvals/routes.ts'
import { registerTrials } from './features/trials/routes.ts'
import { registerGroups } from './features/groups/routes.ts'
import { registerUsers } from './features/users/routes.ts'
import { registerUserProperties } from './features/user-properties/routes.ts'
import { registerHierarchies } from './features/hierarchies/routes.ts'
import { registerUserImports } from './features/user-imports/routes.ts'
import { registerOwnRoles } from './features/own-roles/routes.ts'
import { registerDirectories } from './features/directories/routes.ts'
import { registerPackageSources } from './features/package-sources/routes.ts'
import { registerMoveIns } from './features/move-ins/routes.ts'

/** The features that answer calls below the API base, in any order. Each adds its routes. */
export const features: readonly ((app: FastifyInstance, context: AppContext) => void)[] = [
  registerAuth,
  registerAudit,
  registerShell,
  registerUsers,
  registerAbout,
  registerCaptcha,
  registerCategories,
  registerListViews,
  registerLive,
  registerCustomViews,
  registerJobs,
  registerBatches,
  registerCleanUp,
  registerProcesses,
  registerTaskBulk,
  registerTasks,
  registerDrafts,
  registerNotices,
  registerAnswers,
  (app, context) => registerSearch(app, context, { tasks: taskFinder, instances: instanceFinder }),
  (app, context) => registerDashboard(app, context, countByDueDate),
  registerComments,
  registerThemes,
  registerToolApprovals,
  registerProfile,
  registerAbsences,
  registerGlobalProperties,
  registerIcons,
  registerApplications,
  registerAppDecisions,
  registerAppProcesses,
  registerTrials,
  registerImports,
  registerFormLinks,
  registerForms,
  registerEmailTemplates,
  registerSystemTemplates,
  registerDataLists,
  registerExternalCalls,
  registerExternalImports,
  registerExternalListeners,
  registerExternalSystems,
  registerFiles,
  registerDefinitions,
  registerSimulations,
  registerDeployments,
  registerIncidentGroups,
  registerBindings,
  registerCalendars,
  registerSamples,
  registerSettings,
  registerAdminDashboard,
  registerUserProperties,
  registerRoles,
  registerGroups,
  registerPackages,
  registerLicence,
  registerHierarchies,
  registerUserImports,
  registerOwnRoles,
  registerDirectories,
  registerPackageSources,
  registerMoveIns,
]
