import { deploymentRoutes } from './deployment/routes.ts'
import { processInstanceRoutes } from './process-instance/routes.ts'
import { taskRoutes } from './task/task-routes.ts'
import { historyRoutes } from './history/routes.ts'
import type { Route } from './http/call.ts'
import { processDefinitionRoutes } from './process-definition/routes.ts'

/** Every call of this surface. */
export const routes: readonly Route[] = [...deploymentRoutes, ...processDefinitionRoutes, ...processInstanceRoutes, ...taskRoutes, ...historyRoutes]
