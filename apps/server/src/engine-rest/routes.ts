import { deploymentRoutes } from './deployment/routes.ts'
import type { Route } from './http/call.ts'
import { processDefinitionRoutes } from './process-definition/routes.ts'

/** Every call of this surface. */
export const routes: readonly Route[] = [...deploymentRoutes, ...processDefinitionRoutes]
