import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { resolveCssVariables, theme } from '../config/theme.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { createAppRouter } from './router.tsx'
import { useSessionEnd } from './use-session-end.ts'

/** Not needed for the first paint: a toast that is shown before waits for it. */
const Toasts = lazy(() => loadChunk(() => import('../components/toast/toasts.tsx')))

/** `env` is `test` where nothing may move and there is no layout to measure. */
export function App({ env = 'default' }: { env?: 'default' | 'test' }) {
  const [queryClient] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter({ queryClient }))
  useSessionEnd(router, queryClient)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables} defaultColorScheme="auto" env={env}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}
