/** What the tests use of a package that brings no types. */
declare module 'camunda-external-task-client-js' {
  interface Task {
    readonly businessKey?: string
    readonly retries?: number
    readonly variables: Variables
  }

  export interface HandlerArgs {
    readonly task: Task
    readonly taskService: {
      complete(task: Task, variables?: Variables): Promise<void>
      extendLock(task: Task, milliseconds: number): Promise<void>
      handleFailure(
        task: Task,
        failure: { errorMessage: string; errorDetails: string; retries: number; retryTimeout: number },
      ): Promise<void>
      handleBpmnError(task: Task, code: string, message: string, variables?: Variables): Promise<void>
    }
  }

  export class Variables {
    get(name: string): unknown
    set(name: string, value: unknown): this
  }

  export class BasicAuthInterceptor {
    constructor(credentials: { username: string; password: string })
  }

  export class Client {
    constructor(options: {
      baseUrl: string
      workerId: string
      interval: number
      asyncResponseTimeout: number
      use: () => void
      interceptors: BasicAuthInterceptor
    })
    subscribe(topic: string, options: { lockDuration: number }, handle: (args: HandlerArgs) => Promise<void>): void
    on(event: string, listener: (...args: unknown[]) => void): void
    stop(): void
  }
}
