import { api, userPropertyLimits, type VariableName } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const userQuery = (id: string) => callQuery(api.userAccounts.get, { params: { id } })

export const sessionsQuery = (id: string) => callQuery(api.userAccounts.sessions, { params: { id } })

export const tokensQuery = (id: string) => callQuery(api.userAccounts.tokens, { params: { id } })

export const groupsInUseQuery = callQuery(api.userAccounts.groupsInUse)

export const ownRolesInUseQuery = callQuery(api.userAccounts.ownRolesInUse)

const propertiesInUse = () =>
  call(api.userProperties.list, { query: { isDisabled: 'false', size: userPropertyLimits.properties } })

/** The query of the user properties that the list can show and filter by. */
export const propertiesQuery = queryOptions({
  queryKey: keyOf(api.userProperties.list, 'in use'),
  queryFn: async () => (await propertiesInUse()).items,
})

/** The query of the user properties as columns. */
export const propertyNamesQuery = queryOptions({
  queryKey: keyOf(api.userProperties.list, 'names'),
  queryFn: async (): Promise<VariableName[]> =>
    (await propertiesInUse()).items.map(({ key, name }) => ({ name: key, label: name })),
})

/** Returns the texts of the page of a user: its purpose, and the reasons for which the user may not exist. */
export function describeUser(t: Translate) {
  return {
    help: t('users.helpOne'),
    failed: t('pageCatalogue.users'),
    gone: { title: t('users.goneTitle'), text: t('users.goneText') },
  }
}
