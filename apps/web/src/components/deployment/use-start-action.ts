import { api, homeCategory } from '@millrace/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import type { Toast } from '../toast/show-toast.tsx'

export const startableQuery = callQuery(api.categories.processes, { params: { name: homeCategory } })

/**
 * Returns the function that finds the next step after a deployment: start the only process of some keys that the user
 * may start, or choose one of several; null when the user may start none.
 */
export function useStartAction(): (keys: readonly string[]) => Promise<Toast['action'] | null> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  return async (keys) => {
    if (!hasRole(session, ['RoleUser']) || keys.length === 0) return null
    // Nobody waits for it: the deployment is done.
    const startable = await client.fetchQuery({ ...startableQuery, staleTime: 0 }).catch(() => [])
    const [one, ...others] = startable.filter(({ key }) => keys.includes(key))
    if (one === undefined) return null
    return others.length === 0
      ? {
          label: t('applications.startDeployed', { name: one.name }),
          run: () => void navigate({ to: paths.startForm(one.definitionId) }),
        }
      : { label: t('applications.chooseDeployed'), run: () => void navigate({ to: paths.home }) }
  }
}
