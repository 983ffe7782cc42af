import type { ExternalConnection } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { Section } from '../../components/section/section.tsx'
import classes from './external-systems.module.css'
import { pathOfConnection } from './part-paths.ts'

/** The section for the environments in which a connection has other values, or for the connection that it replaces. */
export function EnvironmentSection({ connection }: { readonly connection: ExternalConnection }) {
  const { t } = useTranslation()
  const { standsFor, environments, environment, system, settings, id, disabled, apis } = connection
  const pathOf = (one: string) => pathOfConnection(system.id, { kind: settings.kind, id: one }, apis[0]?.id ?? 'new')
  const here =
    environment === ''
      ? t('externalSystems.noEnvironmentHere')
      : t('externalSystems.environmentHere', { name: environment })
  if (standsFor !== null)
    return (
      <Section title={t('externalSystems.environment')} hint={here}>
        <p className={classes.empty}>{t('externalSystems.standsFor', standsFor)}</p>
        <div>
          <Link to={pathOf(standsFor.id)}>{t('externalSystems.openStoodFor', { name: standsFor.name })}</Link>
        </div>
      </Section>
    )
  return (
    <Section title={t('externalSystems.environments')} hint={`${t('externalSystems.environmentsHint')} ${here}`}>
      {environments.length === 0 ? (
        <p className={classes.empty}>{t('externalSystems.noEnvironments')}</p>
      ) : (
        <ul className={classes.uses}>
          {environments.map((one) => (
            <li key={one.id}>
              {one.environment}: <Link to={pathOf(one.id)}>{one.name}</Link>
              {one.isDisabled ? <span className={classes.disabled}> {t('externalSystems.disabled')}</span> : null}
            </li>
          ))}
        </ul>
      )}
      {disabled === null ? (
        <div>
          <LinkButton to={pathOf('new')} search={{ of: id }} size="xs">
            {t('externalSystems.addEnvironment')}
          </LinkButton>
        </div>
      ) : null}
    </Section>
  )
}
