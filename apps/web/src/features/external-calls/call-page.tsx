import { api, type ExternalCallDetail } from '@millrace/contract'
import { externalCallList } from '@millrace/contract/lists/external-calls'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CopyId } from '../../components/copy-id/copy-id.tsx'
import { Link } from '../../components/link/link.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { Section } from '../../components/section/section.tsx'
import { integratePaths } from '../../config/integrate-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './external-calls.module.css'
import { ReplayButton } from './replay-button.tsx'

/** The page of a call of an external system: its request and its answer. */
export function CallPage() {
  const { t } = useTranslation()
  const { callId = '' } = useParams({ strict: false })
  return (
    <RecordPage
      list={externalCallList}
      query={useQuery(callQuery(api.externalCalls.get, { params: { id: callId } }))}
      help={t('externalCalls.helpOne')}
      failed={t('externalCalls.failedOne')}
      gone={{ title: t('externalCalls.goneTitle'), text: t('externalCalls.goneText') }}
      titleOf={({ adapter }) => (adapter ? t('externalCalls.title', { adapter }) : '')}
      unnamed={t('externalCalls.unnamed')}
      facts={['adapter', 'connection', 'system', 'origin', 'outcome', 'status', 'ms', 'requestBytes', 'answerBytes']}
      actions={(found) => (found.canReplay ? <ReplayButton found={found} /> : null)}
    >
      {(found, facts) => (
        <PageBody>
          {facts}
          <More found={found} />
          {found.fault === null ? null : <Section title={t('externalCalls.fault')}>{found.fault}</Section>}
          <Section title={t('externalCalls.request')} hint={t('externalCalls.requestHint')}>
            <Sent label={t('externalCalls.requestText')} text={found.request} />
          </Section>
          <Section title={t('externalCalls.answer')}>
            {found.answer === null ? (
              t('externalCalls.noAnswer')
            ) : (
              <Sent label={t('externalCalls.answerText')} text={found.answer} />
            )}
          </Section>
        </PageBody>
      )}
    </RecordPage>
  )
}

function More({ found: { idempotencyKey, replayOf, replayedBy } }: { readonly found: ExternalCallDetail }) {
  const { t } = useTranslation()
  if (idempotencyKey === null && replayOf === null) return null
  return (
    <MetaRow>
      {idempotencyKey === null ? null : (
        <MetaFact label={t('externalCalls.idempotencyKey')}>
          <CopyId id={idempotencyKey} />
        </MetaFact>
      )}
      {replayOf === null ? null : (
        <MetaFact label={t('externalCalls.replayOf')}>
          <Link to={integratePaths.call(replayOf)}>{t('externalCalls.originalCall')}</Link>
        </MetaFact>
      )}
      {replayedBy === null ? null : <MetaFact label={t('externalCalls.replayedBy')}>{replayedBy.displayName}</MetaFact>}
    </MetaRow>
  )
}

/** Scrolls by itself, so the keyboard has to reach it. */
function Sent({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={classes.sent} aria-label={label} tabIndex={0}>
      {text}
    </section>
  )
}
