declare module 'bpmn-auto-layout' {
  /** A file with a drawing of its own making in place of the one that it has. */
  export function layoutProcess(xml: string): Promise<string>
}
