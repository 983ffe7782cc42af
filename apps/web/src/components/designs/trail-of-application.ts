import { designPaths } from '../../config/design-paths.ts'
import type { Crumb } from '../page/page-header.tsx'

/** Returns the step of the breadcrumb that leads from a form, process or decision to its application. */
export function trailOfApplication(application: { readonly id: string; readonly name: string } | null): Crumb[] {
  return application === null ? [] : [{ label: application.name, to: designPaths.application(application.id) }]
}
