import IconPlus from 'icon:plus'
import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../chip/chip.module.css'

export interface FilterChoice {
  readonly value: string
  readonly label: string
}

export interface FilterGroup {
  readonly name: string
  readonly label: string
  readonly choices: readonly FilterChoice[]
}

/** `+ Filter`: what a list can be narrowed to. */
export function FilterMenu({
  groups,
  onChoose,
}: {
  groups: readonly FilterGroup[]
  onChoose: (name: string, value: string) => void
}) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" className={classes.add} leftSection={<IconPlus size={14} stroke={1.6} />}>
          {t('common.filter')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ name, label, choices }) => (
          <div key={name}>
            <Menu.Label>{label}</Menu.Label>
            {choices.map((choice) => (
              <Menu.Item key={choice.value} onClick={() => onChoose(name, choice.value)}>
                {choice.label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
