import type { ScreenSize } from './picker-state.ts'

/** The terminal a picker runs in; it gives keys one by one while it is open. */
export interface PickerTerminal {
  size(): ScreenSize
  write(text: string): void
  /** Takes the keyboard. */
  open(listeners: {
    readonly onInput: (bytes: Uint8Array) => void
    readonly onResize: () => void
    /** The input is over, or somebody wants this process to end. */
    readonly onEnd: (reason: 'input' | 'signal') => void
  }): void
  /** Gives the keyboard back, and stops this process until the person goes on with it. @param onBack called then */
  suspend(onBack: () => void): void
  /** Gives the keyboard back as it was. */
  close(): void
}
