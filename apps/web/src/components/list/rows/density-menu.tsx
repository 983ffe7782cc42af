import IconBaselineDensityMedium from 'icon:baseline-density-medium'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Preferences, usePreference } from '../../../lib/preferences.ts'

const densities = ['compact', 'default', 'relaxed'] as const satisfies readonly Preferences['density'][]
const labels = {
  compact: 'common.densityCompact',
  default: 'common.densityDefault',
  relaxed: 'common.densityRelaxed',
} as const

/** A menu for the row height of all lists. */
export function DensityMenu() {
  const { t } = useTranslation()
  const [density, setDensity] = usePreference('density')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t('common.density')}>
          <ActionIcon size="sm" aria-label={t('common.density')}>
            <IconBaselineDensityMedium size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('common.density')}</Menu.Label>
        <Menu.RadioGroup
          value={density}
          onChange={(value) => setDensity(densities.find((one) => one === value) ?? 'default')}
        >
          {densities.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {t(labels[value])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
