import IconChevronDown from 'icon:chevron-down'
import IconChevronUp from 'icon:chevron-up'
import { ActionIcon, Button } from '@mantine/core'
import { type AuditRevision, api } from '@millrace/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Detail, Fact, Facts } from '../../components/detail/detail.tsx'
import { Hint } from '../../components/hint/hint.tsx'
import { Link } from '../../components/link/link.tsx'
import { Absent, findAwaited, StaleNotice } from '../../components/page/awaited-page.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { Actor } from './actor.tsx'
import classes from './audit.module.css'
import { Entry } from './entry.tsx'

/** The page of a revision: user, time and surface, and each change with its values before and after. */
export function Page() {
  const { t } = useTranslation()
  const { revisionNumber = '' } = useParams({ strict: false })
  const found = useInfiniteQuery({
    queryKey: keyOf(api.audit.revision, revisionNumber),
    queryFn: ({ pageParam, signal }) =>
      call(api.audit.revision, {
        params: { number: toNumber(revisionNumber) },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ more }) => more,
    select: toRevision,
  })
  const awaited = {
    query: found,
    failed: t('audit.revisionFailed'),
    gone: { title: t('audit.revisionGone'), text: t('audit.revisionGoneText') },
  }
  const revision = findAwaited(found)
  return (
    <>
      <PageHeader
        key={revisionNumber}
        title={
          revision === undefined ? undefined : t('audit.revision', { number: revision.number.toLocaleString('en') })
        }
        help={revision === undefined && !found.isError ? undefined : t('audit.revisionHelp')}
        actions={revision === undefined ? null : <Neighbours revision={revision} />}
      />
      {revision === undefined ? (
        <Absent {...awaited} />
      ) : (
        <>
          <StaleNotice {...awaited} />
          <Detail facts={<RevisionFacts revision={revision} />}>
            {revision.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} number={revision.number} />
            ))}
            {found.hasNextPage ? (
              <div className={classes.more}>
                <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                  {t('audit.moreChanges')}
                </Button>
              </div>
            ) : null}
          </Detail>
        </>
      )}
    </>
  )
}

/** All portions that were fetched as one revision: each has its facts. */
function toRevision({ pages }: { readonly pages: readonly AuditRevision[] }): AuditRevision {
  const [first] = pages
  if (first === undefined) throw new Error('Expected a revision that was fetched, but there is no page of it.')
  return { ...first, entries: pages.flatMap(({ entries }) => entries) }
}

/** An address may have anything in the place of the number: no revision has the number 0. */
function toNumber(text: string): string {
  return /^\d{1,15}$/.test(text) ? text : '0'
}

/** The ways to the revisions before and after, also by `k` and `j`. */
function Neighbours({ revision: { previous, next } }: { revision: AuditRevision }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = (number: number | null) =>
    number === null ? undefined : () => void navigate({ to: paths.auditRevision(number) })
  usePageKeys({ k: open(previous), j: open(next) })
  const ways = [
    { number: previous, label: t('audit.previous'), Icon: IconChevronUp },
    { number: next, label: t('audit.next'), Icon: IconChevronDown },
  ]
  return ways.map(({ number, label, Icon }) => (
    <Hint key={label} label={label}>
      {number === null ? (
        <ActionIcon aria-label={label} disabled>
          <Icon size={16} stroke={1.6} />
        </ActionIcon>
      ) : (
        <ActionIcon
          aria-label={label}
          renderRoot={(root: object) => <Link {...root} to={paths.auditRevision(number)} />}
        >
          <Icon size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </Hint>
  ))
}

function RevisionFacts({ revision: { at, user, surface, cause, restoredFrom } }: { revision: AuditRevision }) {
  const { t } = useTranslation()
  return (
    <Facts>
      <Fact label={t('audit.user')}>
        <Actor user={user} surface={surface} />
      </Fact>
      <Fact label={t('audit.when')}>
        <DateTime at={at} />
      </Fact>
      <Fact label={t('audit.surface')}>{t(`auditSurfaces.${surface}`)}</Fact>
      {restoredFrom === null ? null : (
        <Fact label={t('auditRestores.from')}>
          <Link to={paths.auditRevision(restoredFrom)}>{restoredFrom.toLocaleString('en')}</Link>
        </Fact>
      )}
      {cause === null ? null : (
        <Fact label={t('audit.cause')}>
          <span className="mono">{cause}</span>
        </Fact>
      )}
    </Facts>
  )
}
