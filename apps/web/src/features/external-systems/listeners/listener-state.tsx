import type { ExternalListener, ListenerPart } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ShortTime } from '../../../components/dates/dates.tsx'
import { Link } from '../../../components/link/link.tsx'
import { MetaFact, MetaRow } from '../../../components/page/meta-row.tsx'
import { Section } from '../../../components/section/section.tsx'
import { integratePaths } from '../../../config/integrate-paths.ts'

/** The state of a listener as text. */
export function ListenerStateText({ state }: Pick<ListenerPart, 'state'>) {
  const { t } = useTranslation()
  return t(`externalListeners.states.${state}`)
}

/** The state of a listener: its last check and delivery, and its error. */
export function ListenerState({ listener }: { readonly listener: ExternalListener }) {
  const { t } = useTranslation()
  const { state, settings, fault, usualSeconds, name } = listener
  return (
    <Section title={t('externalListeners.state')} hint={t('externalListeners.stateHint')}>
      <Trouble state={state} fault={fault} />
      <MetaRow>
        <MetaFact label={t('externalListeners.state')}>
          <ListenerStateText state={state} />
        </MetaFact>
        <TimeFact label={t('externalListeners.acceptedAt')} at={listener.acceptedAt} />
        {settings.kind !== 'webhook' ? <LookFacts listener={listener} /> : null}
        {usualSeconds === null ? null : (
          <MetaFact label={t('externalListeners.usual')}>
            {t('externalListeners.seconds', { count: usualSeconds })}
          </MetaFact>
        )}
      </MetaRow>
      <p>
        <Link to={integratePaths.deliveriesOf(name)}>{t('externalListeners.showDeliveries')}</Link>
      </p>
    </Section>
  )
}

function Trouble({ state, fault }: Pick<ExternalListener, 'state' | 'fault'>) {
  const { t } = useTranslation()
  if (state === 'unset')
    return (
      <Banner kind="info" title={t('externalListeners.unsetTitle')}>
        {t('externalListeners.unsetText')}
      </Banner>
    )
  if (state === 'silent')
    return (
      <Banner kind="warning" title={t('externalListeners.silentTitle')}>
        {t('externalListeners.silentText')}
      </Banner>
    )
  if (state !== 'failing') return null
  return (
    <Banner kind="warning" title={t('externalListeners.failedTitle')}>
      {fault}
    </Banner>
  )
}

/** The label of the number of what waits, by the kind of listener. */
const waitingLabels = {
  webhook: 'waiting',
  folder: 'waiting',
  mail: 'waitingMails',
  queue: 'waitingMessages',
  topic: 'waitingMessages',
} as const

function LookFacts({ listener }: { readonly listener: ExternalListener }) {
  const { t } = useTranslation()
  const { lookedAt, holder, waiting, waitingSince, failingSince, settings } = listener
  const waitingLabel = waitingLabels[settings.kind]
  return (
    <>
      <TimeFact label={t('externalListeners.lookedAt')} at={lookedAt} />
      {holder === null ? null : <MetaFact label={t('externalListeners.holder')}>{hostOf(holder)}</MetaFact>}
      <MetaFact label={t(`externalListeners.${waitingLabel}`)}>{waiting.toLocaleString('en')}</MetaFact>
      {waitingSince === null ? null : <TimeFact label={t('externalListeners.waitingSince')} at={waitingSince} />}
      {failingSince === null ? null : <TimeFact label={t('externalListeners.failingSince')} at={failingSince} />}
    </>
  )
}

/** Returns the host in the name of a worker, which is followed by the id of its process and a random number. */
function hostOf(worker: string): string {
  return worker.replace(/:\d+:[\da-f-]{36}$/, '')
}

function TimeFact({ label, at }: { readonly label: string; readonly at: string | null }) {
  const { t } = useTranslation()
  return <MetaFact label={label}>{at === null ? t('externalListeners.never') : <ShortTime at={at} />}</MetaFact>
}
