import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../components/lazy-part/lazy-part.tsx'
import { overlaysId, resolveCssVariables } from '../config/theme.ts'
import { useLanguage } from '../lib/languages.ts'
import { ThemeStyles } from '../lib/theme/theme-styles.tsx'
import type { Program } from './program.ts'
import { useAccountChanges } from './use-account-changes.ts'
import { useFirstIdle } from './use-first-idle.ts'
import { useLocalizedTheme } from './use-localized-theme.ts'
import { useSessionEnd } from './use-session-end.ts'
import { useTouchedQueries } from './use-touched-queries.ts'

const WhenIdle = lazyPart(() => import('./when-idle.tsx'))

interface Props {
  readonly program: Program
  /** `test` where nothing may move and there is no layout to measure. */
  readonly env?: 'default' | 'test'
}

export function App({ program: { queryClient, router }, env = 'default' }: Props) {
  const { t } = useTranslation()
  const theme = useLocalizedTheme()
  const { dir } = useLanguage()
  const isIdle = useFirstIdle()
  useSessionEnd(router, queryClient)
  useAccountChanges()
  useTouchedQueries(queryClient)
  return (
    // Anew for the other direction: what is open stays where it was else.
    <DirectionProvider key={dir} initialDirection={dir} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables} defaultColorScheme="auto" env={env}>
        <QueryClientProvider client={queryClient}>
          <ThemeStyles />
          <RouterProvider router={router} />
          {isIdle ? <WhenIdle router={router} /> : null}
          <section id={overlaysId} aria-label={t('common.overlays')} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
