import { about } from './about.ts'
import { absences } from './absences.ts'
import { answers } from './answers.ts'
import { icons, themes } from './appearance.ts'
import { auditEffects, auditKept, auditRestores } from './audit-restores.ts'
import { audit, auditEntities, auditFields, auditOperationLabels, auditOperations, auditSurfaces } from './audit.ts'
import { priority, status } from './badges.ts'
import { bindings } from './bindings.ts'
import { comments, files } from './comments.ts'
import { dashboard } from './dashboard.ts'
import { deployment, deployments } from './deployments.ts'
import { diagram } from './diagram.ts'
import { disabling } from './disabling.ts'
import { draftState, drafts } from './drafts.ts'
import { formLinks } from './form-links.ts'
import { groups } from './groups.ts'
import { instance } from './instance.ts'
import { jobKind, jobs } from './jobs.ts'
import { list } from './list.ts'
import { listViews } from './list-views.ts'
import { news } from './news.ts'
import { noticeKind, notices, noticeText } from './notices.ts'
import { candidateState, obstacle, openTasks } from './open-tasks.ts'
import { outcomes } from './outcomes.ts'
import { pageCatalogue } from './page-catalogue.ts'
import { faults, pageRefusals } from './page-refusals.ts'
import { pages } from './pages.ts'
import { palette } from './palette.ts'
import { processes } from './processes.ts'
import { profile } from './profile.ts'
import { record } from './record.ts'
import { recordKinds } from './record-kinds.ts'
import { scopes } from './scopes.ts'
import { searchPage } from './search-page.ts'
import { shortcuts } from './shortcuts.ts'
import { standalone } from './standalone.ts'
import { startForm } from './start-form.ts'
import { taskBulk } from './task-bulk.ts'
import { roleTexts } from './roles.ts'
import { task, tasks, whose } from './tasks.ts'
import { tool, unsaved } from './unsaved.ts'
import { userProperties } from './user-properties.ts'
import { userChanges } from './user-changes.ts'
import { roleHelp, roleName, users, userState } from './users.ts'
import { hierarchies } from './hierarchies.ts'
import { ownRoles } from './own-roles.ts'
import { directories } from './directories.ts'
import { packageSourceKind, packageSourceOutcome, packageSources } from './package-sources.ts'

/** Texts of the pages beyond Home: the browser loads them with the first such page. Those of designers are `designTexts`. */
export const pageTexts = {
  about,
  absences,
  answers,
  audit,
  auditEffects,
  auditEntities,
  auditKept,
  auditRestores,
  auditFields,
  auditOperationLabels,
  auditOperations,
  auditSurfaces,
  bindings,
  candidateState,
  dashboard,
  comments,
  deployment,
  deployments,
  diagram,
  disabling,
  drafts,
  draftState,
  faults,
  files,
  formLinks,
  groups,
  icons,
  instance,
  jobKind,
  jobs,
  list,
  listViews,
  news,
  noticeKind,
  notices,
  noticeText,
  obstacle,
  openTasks,
  outcomes,
  pageCatalogue,
  pageRefusals,
  pages,
  palette,
  priority,
  processes,
  profile,
  record,
  recordKinds,
  roleHelp,
  roleName,
  scopes,
  searchPage,
  shortcuts,
  standalone,
  startForm,
  status,
  task,
  taskBulk,
  tasks,
  themes,
  tool,
  unsaved,
  roles: roleTexts,
  userChanges,
  userProperties,
  users,
  userState,
  whose,
  hierarchies,
  ownRoles,
  directories,
  packageSources,
  packageSourceKind,
  packageSourceOutcome,
} as const
