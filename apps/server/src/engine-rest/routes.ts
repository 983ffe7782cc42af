import { deploymentRoutes } from './deployment/routes.ts'
import { eventRoutes } from './event/routes.ts'
import { executionRoutes } from './execution/routes.ts'
import { externalTaskRoutes } from './external-task/routes.ts'
import { historyRoutes } from './history/routes.ts'
import type { Route } from './http/call.ts'
import { incidentRoutes } from './incident/routes.ts'
import { jobRoutes } from './job/routes.ts'
import { processDefinitionRoutes } from './process-definition/routes.ts'
import { processInstanceRoutes } from './process-instance/routes.ts'
import { taskRoutes } from './task/task-routes.ts'
import { variableInstanceRoutes } from './variable-instance/routes.ts'

/** Every call of this surface. */
export const routes: readonly Route[] = [
  ...deploymentRoutes,
  ...processDefinitionRoutes,
  ...processInstanceRoutes,
  ...executionRoutes,
  ...taskRoutes,
  ...variableInstanceRoutes,
  ...eventRoutes,
  ...externalTaskRoutes,
  ...jobRoutes,
  ...incidentRoutes,
  ...historyRoutes,
]
