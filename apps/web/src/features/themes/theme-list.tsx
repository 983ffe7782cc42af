import IconPlus from 'icon:plus'
import { Button } from '@mantine/core'
import { builtInTheme, type UserTheme } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { readTheme } from '../../lib/theme/read-theme.ts'
import { getThemeColours } from '../../lib/theme/theme-colours.ts'
import classes from './themes.module.css'
import type { ThemeEditing } from './use-theme-editor.ts'

interface Props {
  readonly themes: readonly UserTheme[]
  /** The theme of the workplace. */
  readonly siteCode: string
  readonly editor: ThemeEditing
}

/** The list of the built-in theme and those of the workplace. While one is edited, another cannot be selected. */
export function ThemeList({ themes, siteCode, editor }: Props) {
  const { t } = useTranslation()
  const isEditing = editor.mode !== 'none'
  return (
    <nav className={classes.list} aria-label={t('themes.list')}>
      <div className={classes.listHead}>
        <h3>{t('themes.list')}</h3>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={editor.add}
          disabled={isEditing}
        >
          {t('themes.addNew')}
        </Button>
      </div>
      <ul className={classes.items}>
        {[{ ...builtInTheme, variables: '{}' }, ...themes].map(({ code, name, variables }) => (
          <li key={code}>
            <button
              type="button"
              className={classes.item}
              aria-pressed={editor.mode !== 'add' && editor.picked?.code === code}
              disabled={isEditing && editor.picked?.code !== code}
              onClick={() => (isEditing ? undefined : editor.pick(code))}
            >
              <Swatch variables={variables} />
              <span className={classes.itemName}>{name}</span>
              <span className={classes.itemNote}>
                {code === siteCode ? t('themes.inUse') : code === builtInTheme.code ? t('themes.builtIn') : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Accent, sheet and dark sheet of a theme: decoration beside its name. */
function Swatch({ variables }: { variables: string }) {
  const theme = readTheme(variables)
  const light = getThemeColours(theme, 'light')
  return (
    <span className={classes.swatch} aria-hidden>
      <span style={{ background: light.accent, flex: 2 }} />
      <span style={{ background: light.desk }} />
      <span style={{ background: getThemeColours(theme, 'dark').desk }} />
    </span>
  )
}
