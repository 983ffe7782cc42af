import IconHistory from 'icon:history'
import { api } from '@millrace/contract'
import { auditList } from '@millrace/contract/lists/audit'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { Actor } from './actor.tsx'
import { presentChange } from './present-change.ts'

/** The page with the revisions of the workplace: the user, the changes and the time of each. */
export function Page() {
  const { t } = useTranslation()
  const { data: people } = useQuery({ ...callQuery(api.audit.people), staleTime: 60_000 })
  return (
    <ListPage
      list={auditList}
      call={api.audit.list}
      help={t('audit.help')}
      failed={t('audit.failed')}
      empty={{ icon: IconHistory, title: t('audit.noneTitle'), text: t('audit.noneText') }}
      hrefOf={({ id }) => paths.auditRevision(id)}
      choices={{ user: people?.map(({ username, displayName }) => ({ value: username, label: displayName })) }}
      cells={{
        number: ({ number }) => number.toLocaleString('en'),
        at: ({ at }) => <DateTime at={at} />,
        user: ({ user, surface }) => <Actor user={user} surface={surface} />,
        what: ({ changes, more }) => {
          const sentences = changes.map((change) => presentChange(change, t))
          const text = [...sentences, ...(more > 0 ? [t('audit.more', { count: more })] : [])].join('; ')
          return <span title={text}>{text}</span>
        },
      }}
    />
  )
}
