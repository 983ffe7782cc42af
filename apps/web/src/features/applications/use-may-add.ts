import type { Application } from '@millrace/contract'
import { useMay } from '../../lib/session/use-may.ts'

/** Returns whether the user may create processes, forms and decisions in an application. */
export function useMayAdd({ id, disabled }: Pick<Application, 'id' | 'disabled'>): boolean {
  const mayDesign = useMay('applications.design', id)
  return mayDesign && disabled === null
}
