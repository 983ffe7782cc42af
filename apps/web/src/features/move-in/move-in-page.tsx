import '../../lib/package-texts.ts'
import type { MoveIn } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Section } from '../../components/section/section.tsx'
import { useKept } from '../../lib/api/use-kept.ts'
import { ConnectSource } from './connect-source.tsx'
import { MoveActions } from './move-actions.tsx'
import classes from './move-in.module.css'
import { isUnderWay, lastMoveQuery } from './move-in-query.ts'
import { MoveProgress } from './move-progress.tsx'
import { MoveReport } from './move-report.tsx'

/** Another engine moves in: connect to its database, read the report of a dry run, and move it. */
export function Page() {
  const { t } = useTranslation()
  const query = useQuery(lastMoveQuery)
  const item = query.data?.item ?? null
  const keepAnswer = useKept(lastMoveQuery.queryKey)
  const keep = (next: MoveIn | null) => keepAnswer({ item: next })
  return (
    <>
      <PageHeader help={t('moveIn.help')} />
      <PageBody>
        {query.isError && query.data === undefined ? <QueryFailure query={query} title={t('moveIn.failed')} /> : null}
        {item === null ? null : (
          <>
            <Section title={t('moveIn.source')} hint={t('moveIn.sourceHint')}>
              <p className={classes.text}>
                {t(`moveIn.vendors.${item.vendor}`)}: {item.username}@{item.host}:{item.port}/{item.database}
              </p>
              <MoveActions item={item} onDone={keep} />
            </Section>
            {isUnderWay(item) ? <MoveProgress item={item} /> : <MoveReport item={item} />}
          </>
        )}
        {query.data === undefined || (item !== null && isUnderWay(item)) ? null : (
          <ConnectSource isAnother={item !== null} onDone={keep} />
        )}
      </PageBody>
    </>
  )
}
