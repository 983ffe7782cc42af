import type { TrialState } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { describeModelFault } from '../../../lib/api/describe-fault.ts'
import { nameElements } from '../editor/name-elements.ts'
import { nameOf } from '../editor/name-of.ts'
import { useSession } from '../editor/use-session.ts'
import { writeValue } from './parse-variables.ts'
import classes from './trial.module.css'

/** Characters of a value. */
const longest = 300

/** The result of a trial: incidents, variables, the path, and messages to others. */
export function Outcome({ state }: { state: TrialState }) {
  const { t } = useTranslation()
  const session = useSession()
  if (state.status === 'new') return null
  const { incidents, variables, path, sent } = state
  return (
    <>
      {incidents.length === 0 ? null : (
        <section className={classes.section}>
          <h3>{t('modeller.trial.incidents')}</h3>
          {incidents.map(({ element, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are told by their place alone
            <Banner key={at} kind="error" title={nameOf(session, element)}>
              {nameElements(session, describeModelFault(message))}
            </Banner>
          ))}
        </section>
      )}
      <section className={classes.section}>
        <h3>{t('modeller.trial.values')}</h3>
        {variables.length === 0 ? <p className={classes.text}>{t('modeller.trial.noValues')}</p> : null}
        <dl className={classes.values}>
          {variables.map(({ name, type, value, element }) => (
            <div key={`${element} ${name}`} style={{ display: 'contents' }}>
              <dt>{element === null ? name : `${name} (${nameOf(session, element)})`}</dt>
              <dd>{writeValue(type, value).slice(0, longest)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={classes.section}>
        <h3>{t('modeller.trial.path')}</h3>
        <ol className={classes.path}>
          {path.map(({ element, process, isCancelled }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an element may be come to again and again
            <li key={at} data-cancelled={isCancelled || undefined}>
              {process === null ? nameOf(session, element) : `${process}: ${element}`}
              {isCancelled ? ` (${t('modeller.trial.cancelled')})` : ''}
            </li>
          ))}
        </ol>
      </section>
      {sent.length === 0 ? null : (
        <section className={classes.section}>
          <h3>{t('modeller.trial.elsewhere')}</h3>
          {sent.map(({ kind, name, element }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are told by their place alone
            <p className={classes.text} key={at}>
              {`${nameOf(session, element)}: ${t(kind === 'message' ? 'modeller.trial.elsewhereMessage' : 'modeller.trial.elsewhereSignal', { name })}`}
            </p>
          ))}
        </section>
      )}
    </>
  )
}
