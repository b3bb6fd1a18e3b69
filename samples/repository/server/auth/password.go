package auth

import "golang.org/x/crypto/argon2"

// Cost of a hash: 64 MiB and three passes take about 80 ms on the small server.
const (
	memory  = 64 * 1024
	passes  = 3
	threads = 2
	keyLen  = 32
)

// shortest password that is accepted. There are no rules about digits and capitals: length is what counts.
const shortest = 12

// Hash makes what is stored in the place of a password.
func Hash(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(password), salt, passes, memory, threads, keyLen)
}
