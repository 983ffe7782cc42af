import { authorizationRoutes } from './authorization/routes.ts'
import { batchRoutes } from './batch/routes.ts'
import { decisionRoutes } from './decision-definition/routes.ts'
import { deploymentRoutes } from './deployment/routes.ts'
import { eventRoutes } from './event/routes.ts'
import { executionRoutes } from './execution/routes.ts'
import { externalTaskRoutes } from './external-task/routes.ts'
import { filterRoutes } from './filter/routes.ts'
import { historyRoutes } from './history/routes.ts'
import type { Route } from './http/call.ts'
import { groupRoutes } from './identity/groups.ts'
import { identityRoutes } from './identity/identity.ts'
import { tenantRoutes } from './identity/tenants.ts'
import { userRoutes } from './identity/users.ts'
import { incidentRoutes } from './incident/routes.ts'
import { jobRoutes } from './job/routes.ts'
import { migrationRoutes } from './migration/routes.ts'
import { modificationRoutes } from './modification/routes.ts'
import { operationLogRoutes } from './operation-log/routes.ts'
import { processDefinitionRoutes } from './process-definition/routes.ts'
import { processInstanceRoutes } from './process-instance/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { taskRoutes } from './task/task-routes.ts'
import { variableInstanceRoutes } from './variable-instance/routes.ts'
import { versionRoutes } from './version.ts'

/** All routes of this surface. */
export const routes: readonly Route[] = [
  ...deploymentRoutes,
  ...processDefinitionRoutes,
  ...decisionRoutes,
  ...batchRoutes,
  ...processInstanceRoutes,
  ...modificationRoutes,
  ...migrationRoutes,
  ...executionRoutes,
  ...taskRoutes,
  ...filterRoutes,
  ...variableInstanceRoutes,
  ...eventRoutes,
  ...externalTaskRoutes,
  ...jobRoutes,
  ...incidentRoutes,
  ...historyRoutes,
  ...operationLogRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...tenantRoutes,
  ...identityRoutes,
  ...authorizationRoutes,
  ...systemRoutes,
  ...versionRoutes,
]
