import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { Toasts } from '../components/toast/toasts.tsx'
import { resolveCssVariables, theme } from '../config/theme.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { createAppRouter } from './router.tsx'
import { useSessionEnd } from './use-session-end.ts'

export function App() {
  const [queryClient] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter({ queryClient }))
  useSessionEnd(router, queryClient)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}
