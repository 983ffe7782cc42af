import { api } from '@millrace/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { designPaths } from '../../../config/design-paths.ts'
import { call } from '../../../lib/api/call.ts'
import { callQuery, keyOf } from '../../../lib/api/call-query.ts'
import { hasRole, useSession } from '../../../lib/session/session.ts'
import { type Asking, type KnownThings, nothingKnown, type People } from '../problems/known-things.ts'
import { createNamedForm, type FormNames } from './create-named-form.ts'

/** Returns the objects to choose from in the modeller of a process. */
export function useKnown(
  params: { readonly appId: string; readonly processId: string },
  processName: string,
): KnownThings {
  const client = useQueryClient()
  const around = useQuery(callQuery(api.appProcesses.surroundings, { params })).data
  const { appId } = params
  const mayTry = hasRole(useSession(), ['RoleIntegration'])
  return useMemo(() => {
    const people = createPeople(client)
    if (around === undefined) return { ...nothingKnown, people }
    const { forms, processes, decisions, emailTemplates, calendars, adapters } = around
    return {
      forms: {
        items: forms.items.map((form) => ({ ...form, href: designPaths.formDesigner(appId, form.id) })),
        isAll: !forms.isMore,
      },
      processes: { items: processes.items, isAll: !processes.isMore },
      decisions: { items: decisions.items, isAll: !decisions.isMore },
      emailTemplates: { items: emailTemplates.items, isAll: !emailTemplates.isMore },
      calendars: { items: calendars, isAll: true },
      adapters: { items: adapters.items, isAll: !adapters.isMore },
      asking: createAsking(mayTry),
      people,
      createForm: async (elementName) => {
        const create = (body: FormNames) => call(api.forms.create, { params: { appId }, body: { ...body, labels: '' } })
        const { id, name, formKey } = await createNamedForm({ elementName, processName, forms: forms.items }, create)
        await client.invalidateQueries({ queryKey: keyOf(api.appProcesses.surroundings) })
        return { key: formKey, name, href: designPaths.formDesigner(appId, id) }
      },
    }
  }, [around, appId, client, mayTry, processName])
}

function createAsking(mayTry: boolean): Asking {
  return {
    preview: async (id, parameters) => {
      const shown = await call(api.externalSystems.previewAdapter, { params: { id }, body: { parameters } })
      const { method, path, headers, body, statement, values, file, fault } = shown
      const lines = [
        ...(method === null ? [] : [`${method} ${path ?? ''}`]),
        ...headers.map(({ name, value }) => `${name}: ${value}`),
        ...(body === null ? [] : ['', body]),
        ...(statement === null ? [] : [statement]),
        ...values.map(({ name, value }) => `:${name} = ${value === null ? 'null' : JSON.stringify(value)}`),
        ...(file === null ? [] : [file]),
      ]
      return { lines, fault }
    },
    tryOut: mayTry
      ? (id, parameters) => call(api.externalSystems.tryAdapter, { params: { id }, body: { parameters } })
      : null,
  }
}

/** Keys in one call. */
const most = 100

/** Milliseconds for which an answer holds. */
const staleTime = 60_000

function createPeople(client: QueryClient): People {
  const ask = async (query: { kind: 'user' | 'group'; q?: string; keys?: string }) => {
    const { items } = await client.fetchQuery({ ...callQuery(api.appProcesses.people, { query }), staleTime })
    return items.map(({ id, name }) => ({ key: id, name }))
  }
  return {
    search: (kind, q) => ask({ kind, q: q.slice(0, 100) }),
    find: async (kind, keys) => {
      const parts = Array.from({ length: Math.ceil(keys.length / most) }, (_, at) =>
        keys.slice(at * most, (at + 1) * most),
      )
      const found = await Promise.all(parts.map((some) => ask({ kind, keys: some.join(',') })))
      return found.flat()
    },
    // Asked again each time: others change positions, properties and tasks.
    previewAssignee: (query) => call(api.appProcesses.assignee, { query }),
  }
}
