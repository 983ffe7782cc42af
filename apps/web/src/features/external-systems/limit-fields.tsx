import { NumberInput, TextInput } from '@mantine/core'
import { type AdapterSettings, externalLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { SettingsFields } from './settings-fields.ts'

/**
 * The fields for how form fields find a row, and for the maximum number of rows. Only processes use an SQL adapter that
 * changes data, without a cache.
 */
export function LimitFields({ settings, isLocked, error, onChange }: SettingsFields<AdapterSettings>) {
  const { t } = useTranslation()
  const set = (part: Partial<Pick<AdapterSettings, 'searchParameter' | 'rowLimit'>>) =>
    onChange({ ...settings, ...part })
  const isChange = settings.kind === 'sql' && settings.action === 'change'
  return (
    <Section
      title={t(isChange ? 'externalSystems.changeLimits' : 'externalSystems.limits')}
      hint={t(isChange ? 'externalSystems.changeLimitsHint' : 'externalSystems.limitsHint')}
    >
      <FieldGrid>
        {(settings.kind === 'file' || isChange ? [] : (['searchParameter', 'valueParameter'] as const)).map((name) => (
          <TextInput
            key={name}
            label={t(`externalSystems.${name}`)}
            description={t(`externalSystems.${name}Help`)}
            spellCheck={false}
            readOnly={isLocked}
            maxLength={50}
            value={settings[name]}
            error={describeFaultOf(error, `settings.${name}`)}
            onChange={(event) => set({ [name]: event.currentTarget.value.trim() })}
          />
        ))}
        {(
          [
            ['rowLimit', 1, externalLimits.rows],
            ['cacheSeconds', 0, externalLimits.cacheSeconds],
          ] as const
        )
          .filter(([name]) => name === 'rowLimit' || !isChange)
          .map(([name, min, max]) => (
            <NumberInput
              key={name}
              label={t(`externalSystems.${name}`)}
              description={t(`externalSystems.${name}Help`)}
              readOnly={isLocked}
              min={min}
              max={max}
              allowDecimal={false}
              value={settings[name]}
              error={describeFaultOf(error, `settings.${name}`)}
              onChange={(value) => set({ [name]: Number(value) })}
            />
          ))}
      </FieldGrid>
    </Section>
  )
}
