import '../../lib/rights-texts.ts'
import { api, type PermissionKind } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Found } from '../found-select/found-select.tsx'

/** The value of the choice “all objects of this kind”. No object has it as its id or key. */
export const allThings = '*'

/** Hooks that search the objects of one kind for which an authorization can be created, such as processes or groups. */
export const thingHooks = {
  application: useApplications,
  process: useProcesses,
  category: useCategories,
  dataList: useDataLists,
  emailTemplate: useEmailTemplates,
  systemTemplate: useSystemTemplates,
  deployment: useDeployments,
} as const satisfies Record<PermissionKind, (q: string) => Found>

/** Hooks of the choice of an object, by kind, with an option for all objects of the kind. */
export const thingOrAllHooks = {
  application: (q) => useWithAll('application', q, useApplications(q)),
  process: (q) => useWithAll('process', q, useProcesses(q)),
  category: (q) => useWithAll('category', q, useCategories(q)),
  dataList: (q) => useWithAll('dataList', q, useDataLists(q)),
  emailTemplate: (q) => useWithAll('emailTemplate', q, useEmailTemplates(q)),
  systemTemplate: (q) => useWithAll('systemTemplate', q, useSystemTemplates(q)),
  deployment: (q) => useWithAll('deployment', q, useDeployments(q)),
} as const satisfies Record<PermissionKind, (q: string) => Found>

function useApplications(q: string): Found {
  return useThings('application', q)
}

function useProcesses(q: string): Found {
  return useThings('process', q)
}

function useCategories(q: string): Found {
  return useThings('category', q)
}

function useDataLists(q: string): Found {
  return useThings('dataList', q)
}

function useEmailTemplates(q: string): Found {
  return useThings('emailTemplate', q)
}

function useSystemTemplates(q: string): Found {
  return useThings('systemTemplate', q)
}

function useDeployments(q: string): Found {
  return useThings('deployment', q)
}

function useThings(kind: PermissionKind, q: string): Found {
  const { data, isError, isPlaceholderData } = useQuery({
    ...callQuery(api.ownRoles.things, { query: { kind, q } }),
    placeholderData: keepPreviousData,
  })
  return { choices: data?.map(({ thing, name }) => ({ value: thing, label: name })), isError, isPlaceholderData }
}

function useWithAll(kind: PermissionKind, q: string, found: Found): Found {
  const { t } = useTranslation()
  if (found.choices === undefined || q !== '') return found
  return { ...found, choices: [{ value: allThings, label: t(`roleEditor.all_${kind}`) }, ...found.choices] }
}
