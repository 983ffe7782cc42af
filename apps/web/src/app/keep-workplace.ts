import { redirect } from '@tanstack/react-router'
import { paths } from '../config/paths.ts'
import { readPreference } from '../lib/preferences.ts'

/**
 * Opens the sign-in page of the workplace in which the last user of this browser signed in, unless its address names a
 * workplace.
 */
export function keepWorkplace({ search }: { readonly search: Readonly<Record<string, string | undefined>> }): void {
  const workplace = readPreference('workplace')
  if (search.workplace === undefined && workplace !== '')
    throw redirect({ to: paths.login, search: { ...search, workplace }, replace: true })
}
