// Package service holds what every process of the system needs around its
// own work: settings from flags and the environment, a logger, the listeners,
// the ops endpoints, and an orderly start and stop.
//
// # Start
//
// A main function connects its context to the signals, and leaves the exit
// code to [Exit]:
//
//	func main() {
//		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
//		context.AfterFunc(ctx, stop) // a second signal kills at once
//		os.Exit(service.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stderr), os.Stderr))
//	}
//
// Its run function parses the settings with [Flags], opens its clients, takes
// its listeners with [Listen], and hands its components to [Run]. Components
// start together. They are listed in the order in which they depend on each
// other: [Ops] first, the loops that keep the data fresh next, and last what
// takes work in from outside.
//
// # Stop
//
// The end of the context, or the first component that ends by itself, stops
// the process in this order:
//
//  1. [Readiness] turns off: /readyz answers 503 from now on, a gRPC server
//     reports NOT_SERVING, and answers over HTTP end their connections.
//  2. Work is still taken for the delay of the [Drain], so that whoever balances
//     can notice. There is no delay when a component has ended by itself.
//  3. The components are asked to stop one after the other, the last one
//     first, each once the one after it has returned. Intake therefore ends
//     before the loops it needs, and /metrics answers until the end.
//  4. When the drain time is over, whatever still runs is asked to stop at
//     once, has one more second, and is then named in the error of Run.
//  5. Run returns; the deferred Close calls of the clients follow.
//
// A component does its last work in the context that [Draining] gives it.
package service
