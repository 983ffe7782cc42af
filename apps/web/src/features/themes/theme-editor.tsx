import { Input, SegmentedControl, Select, TextInput, useComputedColorScheme } from '@mantine/core'
import { limits, themeColours, themeDensities, themeFonts, themeRadii } from '@millrace/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import type { Scheme } from '../../lib/theme/base-tokens.ts'
import { checkLegibility, getThemeColours } from '../../lib/theme/theme-colours.ts'
import { ColourRow } from './colour-row.tsx'
import classes from './themes.module.css'
import type { ThemeEditing } from './use-theme-editor.ts'

/** The fields for name, colours and shape of a theme. */
export function ThemeEditor({ editor }: { editor: ThemeEditing }) {
  const { t } = useTranslation()
  const { draft, faults, saveError, mode } = editor
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => nameField.current?.focus(), [])
  const takenName = hasCode(saveError, 'thing.name-taken') ? saveError.message : undefined
  const takenCode = hasCode(saveError, 'thing.key-taken') ? saveError.message : undefined
  const isOther = saveError !== null && takenName === undefined && takenCode === undefined
  return (
    <div className={classes.editor}>
      {isOther ? (
        <ErrorBanner title={t('pageCatalogue.saveUserTheme')} error={saveError} comfort={t('themes.stillHere')} />
      ) : null}
      <TextInput
        ref={nameField}
        label={t('themes.name')}
        required
        value={draft.name}
        maxLength={limits.themeName + 1}
        error={faults.name ?? takenName}
        onChange={(event) => editor.change({ name: event.currentTarget.value })}
      />
      {mode === 'add' ? (
        <TextInput
          label={t('themes.code')}
          required
          placeholder="theme-adv"
          description={t('themes.codeHelp')}
          value={draft.code}
          maxLength={limits.themeName + 1}
          error={faults.code ?? takenCode}
          onChange={(event) => editor.change({ code: event.currentTarget.value })}
        />
      ) : null}
      <Colours editor={editor} />
      <Shape editor={editor} />
    </div>
  )
}

function Colours({ editor }: { editor: ThemeEditing }) {
  const { t } = useTranslation()
  const [scheme, setScheme] = useState<Scheme>(useComputedColorScheme('light', { getInitialValueInEffect: false }))
  const { variables } = editor.draft
  const colours = getThemeColours(variables, scheme)
  const hard = themeColours.filter((name) => !checkLegibility(colours, name).isEnough).length
  return (
    <section aria-label={t('themes.colours')}>
      <div className={classes.groupHead}>
        <h3>{t('themes.colours')}</h3>
        <SchemeSwitch label={t('themes.scheme')} value={scheme} onChange={setScheme} />
      </div>
      <p className={classes.hint}>{t('themes.coloursHint')}</p>
      {themeColours.map((name) => (
        <ColourRow
          key={`${scheme}.${name}`}
          label={t(`themes.colour.${name}`)}
          fault={t(`themes.faint.${name}`)}
          colour={colours[name]}
          isOwn={variables[scheme]?.[name] !== undefined}
          legibility={checkLegibility(colours, name)}
          onChange={(colour) => editor.changeColour(scheme, name, colour)}
        />
      ))}
      {hard === 0 ? null : (
        <div className={classes.warning}>
          <Banner kind="warning" title={t('themes.warnings', { count: hard })} />
        </div>
      )}
    </section>
  )
}

/** The switch between light and dark, for the edited colours or the preview. */
export function SchemeSwitch(props: { label: string; value: Scheme; onChange: (scheme: Scheme) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={props.label}
      value={props.value}
      data={[
        { value: 'light', label: t('themes.light') },
        { value: 'dark', label: t('themes.dark') },
      ]}
      onChange={(value) => props.onChange(value === 'dark' ? 'dark' : 'light')}
    />
  )
}

const densityLabels = { compact: 'densityCompact', default: 'densityDefault', relaxed: 'densityRelaxed' } as const

function Shape({ editor }: { editor: ThemeEditing }) {
  const { t } = useTranslation()
  const { variables } = editor.draft
  const set = (part: typeof variables) => editor.change({ variables: { ...variables, ...part } })
  return (
    <section className={classes.shape} aria-label={t('themes.layout')}>
      <h3>{t('themes.layout')}</h3>
      <Choice label={t('themes.density')}>
        <SegmentedControl
          size="xs"
          aria-label={t('themes.density')}
          value={variables.density ?? 'default'}
          data={themeDensities.map((value) => ({ value, label: t(`common.${densityLabels[value]}`) }))}
          onChange={(value) => set({ density: themeDensities.find((one) => one === value) })}
        />
      </Choice>
      <Choice label={t('themes.radius')}>
        <SegmentedControl
          size="xs"
          aria-label={t('themes.radius')}
          value={String(variables.radius ?? 6)}
          data={themeRadii.map((value) => ({ value: String(value), label: t('themes.radiusValue', { count: value }) }))}
          onChange={(value) => set({ radius: themeRadii.find((one) => String(one) === value) })}
        />
      </Choice>
      <Select
        label={t('themes.font')}
        allowDeselect={false}
        value={variables.font ?? 'inter'}
        data={themeFonts.map((value) => ({ value, label: t(`themes.fonts.${value}`) }))}
        onChange={(value) => set({ font: themeFonts.find((one) => one === value) })}
      />
    </section>
  )
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Input.Wrapper label={label} labelElement="div" className={classes.choice}>
      {children}
    </Input.Wrapper>
  )
}
