import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type GlobalProperty, globalPropertyLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './environments-section.module.css'
import type { EnvironmentDraft, PropertyDraft } from './property-draft.ts'
import { ValueField } from './value-field.tsx'

interface Props extends DraftFields<PropertyDraft> {
  /** The environment of the workplace; empty: none. */
  readonly here: GlobalProperty['environment']
}

/** The values of a property in environments. */
export function EnvironmentsSection({ draft, error, onChange, here }: Props) {
  const { t } = useTranslation()
  const { environments } = draft
  const change = (id: string, patch: Partial<EnvironmentDraft>) =>
    onChange({ environments: environments.map((one) => (one.id === id ? { ...one, ...patch } : one)) })
  const hint =
    here === '' ? t('globalProperties.noEnvironmentHere') : t('globalProperties.environmentHere', { name: here })
  return (
    <Section title={t('globalProperties.environments')} hint={`${t('globalProperties.environmentsHint')} ${hint}`}>
      {environments.length === 0 ? <p className={classes.empty}>{t('globalProperties.noEnvironments')}</p> : null}
      {environments.map(({ id, environment, value, isKnown }, index) => {
        const name = environment || t('globalProperties.environmentNew')
        return (
          <div key={id} className={classes.row}>
            <TextInput
              label={t('globalProperties.environment')}
              required
              maxLength={50}
              value={environment}
              readOnly={isKnown}
              error={describeFaultOf(error, `environments.${index}.environment`)}
              onChange={(event) => change(id, { environment: event.currentTarget.value })}
            />
            <div className={classes.value}>
              <ValueField
                draft={draft}
                label={t('globalProperties.environmentValue', { name })}
                value={value}
                isKnown={isKnown}
                error={describeFaultOf(error, `environments.${index}.value`)}
                onChange={(text) => change(id, { value: text })}
              />
            </div>
            <ActionIcon
              className={classes.remove}
              aria-label={t('globalProperties.removeEnvironment', { name })}
              onClick={() => onChange({ environments: environments.filter((one) => one.id !== id) })}
            >
              <IconX size={15} stroke={1.6} />
            </ActionIcon>
          </div>
        )
      })}
      {environments.length < globalPropertyLimits.environments ? (
        <div>
          <Button
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.6} />}
            onClick={() =>
              onChange({
                environments: [
                  ...environments,
                  { id: crypto.randomUUID(), environment: '', value: '', isKnown: false },
                ],
              })
            }
          >
            {t('globalProperties.addEnvironment')}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
