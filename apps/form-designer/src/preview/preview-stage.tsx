import { MantineProvider } from '@mantine/core'
import { type CSSProperties, type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveCssVariables, theme } from '../../../web/src/config/theme.ts'
import { readTheme } from '../../../web/src/lib/theme/read-theme.ts'
import { resolveTheme } from '../../../web/src/lib/theme/resolve-theme.ts'
import type { Device } from '../canvas/device.ts'
import classes from './preview.module.css'

interface Props {
  readonly device: Device
  readonly scheme: 'light' | 'dark'
  /** The variables of a theme; null for the page's own. */
  readonly variables: string | null
  readonly children: ReactNode
}

/** A part of the page with its own theme and colour scheme. */
export function PreviewStage({ device, scheme, variables, children }: Props) {
  const { t } = useTranslation()
  const style = useMemo(
    () => (variables === null ? {} : resolveTheme(readTheme(variables), scheme)) as CSSProperties,
    [variables, scheme],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    <div
      id={id}
      className={classes.stage}
      style={style}
      data-mantine-color-scheme={scheme}
      role="group"
      aria-label={t('designer.preview.stage')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
    >
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveCssVariables}
        cssVariablesSelector={`#${id}`}
        deduplicateCssVariables={false}
        getRootElement={getStage}
        forceColorScheme={scheme}
      >
        <div className={classes.sheet} data-device={device}>
          <Suspense>{children}</Suspense>
        </div>
      </MantineProvider>
    </div>
  )
}

const id = 'designer-preview'

/** Always the same function: the provider begins again with another one. */
function getStage(): HTMLElement | undefined {
  return document.getElementById(id) ?? undefined
}
