import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { TrailNames } from '../../components/page/trail-names.ts'
import { apiQuery, systemQuery } from './queries.ts'

const systemPath = '/integrate/externalsystems/$externalSystemId'
const apiPath = `${systemPath}/apis/$apiId`

/** Names the external system and the API in the breadcrumb and the back link, as soon as they are known. */
function ExternalTrail({ children }: { readonly children: ReactNode }) {
  const { externalSystemId = 'new', apiId = 'new' } = useParams({ strict: false })
  const system = useQuery({ ...systemQuery(externalSystemId), enabled: externalSystemId !== 'new' }).data?.name
  const api = useQuery({ ...apiQuery(apiId), enabled: apiId !== 'new' }).data?.name
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
