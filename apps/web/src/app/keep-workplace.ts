import { redirect } from '@tanstack/react-router'
import { paths } from '../config/paths.ts'
import { readPreference } from '../lib/preferences.ts'

/** The sign-in page is that of the workplace where somebody signed in here last, unless its address names one. */
export function keepWorkplace({ search }: { readonly search: Readonly<Record<string, string | undefined>> }): void {
  const workplace = readPreference('workplace')
  if (search.workplace === undefined && workplace !== '')
    throw redirect({ to: paths.login, search: { ...search, workplace }, replace: true })
}
