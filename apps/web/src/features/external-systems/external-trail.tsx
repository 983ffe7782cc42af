import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { TrailNames } from '../../components/page/trail-names.ts'
import { apiQuery, systemQuery } from './queries.ts'

const systemPath = '/integrate/externalsystems/$externalSystemId'
const apiPath = `${systemPath}/apis/$apiId`

/** Returns the queries of the external system and the API in the address. Those that the address lacks do not load. */
export function useTrailQueries() {
  const { externalSystemId = 'new', apiId = 'new' } = useParams({ strict: false })
  return {
    system: useQuery({ ...systemQuery(externalSystemId), enabled: externalSystemId !== 'new' }),
    api: useQuery({ ...apiQuery(apiId), enabled: apiId !== 'new' }),
  }
}

/** Names the external system and the API in the breadcrumb and the back link, as soon as they are known. */
function ExternalTrail({ children }: { readonly children: ReactNode }) {
  const queries = useTrailQueries()
  const system = queries.system.data?.name
  const api = queries.api.data?.name
  const names = useMemo(
    () => ({
      ...(system !== undefined && { [systemPath]: system }),
      ...(api !== undefined && { [apiPath]: api }),
    }),
    [system, api],
  )
  return <TrailNames value={names}>{children}</TrailNames>
}

/** Returns a page whose breadcrumb and back link have the names of its external system and API. */
export function withExternalTrail(Page: ComponentType): ComponentType {
  return () => (
    <ExternalTrail>
      <Page />
    </ExternalTrail>
  )
}
