import IconPalette from 'icon:palette'
import { ActionIcon, ColorSwatch, Menu } from '@mantine/core'
import '@mantine/core/styles/ColorSwatch.layer.css'
import type { modellerTexts } from '@millrace/contract/modeller-texts'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../components/hint/hint.tsx'
import { useDrawing, useSession } from '../editor/use-session.ts'

interface Colours {
  readonly name: Exclude<keyof typeof modellerTexts.modeller.colours, 'label' | 'none' | 'nothing'>
  /** As they are in the file: other tools show them too. */
  readonly fill: string
  readonly stroke: string
}

const all: readonly Colours[] = [
  { name: 'blue', fill: '#bbdefb', stroke: '#1976d2' },
  { name: 'green', fill: '#c8e6c9', stroke: '#2e7d32' },
  { name: 'orange', fill: '#ffe0b2', stroke: '#d84f00' },
  { name: 'red', fill: '#ffcdd2', stroke: '#d32f2f' },
  { name: 'violet', fill: '#e1bee7', stroke: '#9c4dcc' },
]

/**
 * The menu with colours for the selected elements. The file stores them in the attributes of BPMN and in the older ones
 * of bpmn-js.
 */
export function ColourMenu() {
  const { t } = useTranslation()
  const session = useSession()
  const isNothing = useDrawing(() => session.modeler.get('selection').get().length === 0)
  const paint = (colours: { fill?: string; stroke?: string }) => {
    const { modeler } = session
    modeler.get('modeling').setColor(modeler.get('selection').get() as never, colours as never)
    modeler.get('canvas').focus()
  }
  return (
    <Menu width={180} returnFocus={false}>
      <Hint label={t(isNothing ? 'modeller.colours.nothing' : 'modeller.colours.label')}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('modeller.colours.label')} aria-disabled={isNothing}>
            <IconPalette size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Hint>
      <Menu.Dropdown>
        {isNothing ? <Menu.Label>{t('modeller.colours.nothing')}</Menu.Label> : null}
        {all.map(({ name, fill, stroke }) => (
          <Menu.Item
            key={name}
            disabled={isNothing}
            leftSection={<ColorSwatch size={16} color={fill} style={{ outline: `1px solid ${stroke}` }} />}
            onClick={() => paint({ fill, stroke })}
          >
            {t(`modeller.colours.${name}`)}
          </Menu.Item>
        ))}
        <Menu.Item disabled={isNothing} onClick={() => paint({})}>
          {t('modeller.colours.none')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
